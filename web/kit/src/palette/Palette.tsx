import { lazy, Suspense, useState } from "react";
import type { PaletteProps } from "./PaletteWindow";

const PaletteWindow = lazy(() => import("./PaletteWindow"));

/** A window to go anywhere and do anything by typing a few letters. What it offers is its owner's business. */
export function Palette(props: PaletteProps) {
  const [wasOpened, setWasOpened] = useState(props.open);
  if (props.open && !wasOpened) setWasOpened(true);
  if (!wasOpened) return null;
  return (
    <Suspense fallback={null}>
      <PaletteWindow {...props} />
    </Suspense>
  );
}
