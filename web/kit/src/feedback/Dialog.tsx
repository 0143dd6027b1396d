import { lazy, useState } from "react";
import { Fetching } from "../layout/Fetching";
import type { DialogProps } from "./Window";

const Window = lazy(() => import("./Window"));

/** A window over the page that traps the focus and gives it back. */
export function Dialog(props: DialogProps) {
  const [wasOpened, setWasOpened] = useState(props.open);
  if (props.open && !wasOpened) setWasOpened(true);
  if (!wasOpened) return null;
  return (
    <Fetching of={Window} fallback={null}>
      <Window {...props} />
    </Fetching>
  );
}
