import { lazy, Suspense, useEffect, useState } from "react";
import type { PaletteProps } from "./PaletteWindow";

const load = () => import("./PaletteWindow");
const PaletteWindow = lazy(load);
/** When the page is at rest: whoever calls the palette types at once. */
const AT_REST_MS = 2_000;

/** A window to go anywhere and do anything by typing a few letters. What it offers is its owner's business. */
export function Palette(props: PaletteProps) {
  const [wasOpened, setWasOpened] = useState(props.open);
  if (props.open && !wasOpened) setWasOpened(true);
  useEffect(() => {
    // A failure shows where the window is opened, which asks again.
    const later = setTimeout(() => void load().catch(() => {}), AT_REST_MS);
    return () => clearTimeout(later);
  }, []);
  if (!wasOpened) return null;
  return (
    <Suspense fallback={null}>
      <PaletteWindow {...props} />
    </Suspense>
  );
}
