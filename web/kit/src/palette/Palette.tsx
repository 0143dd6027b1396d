import { lazy, Suspense, useEffect, useRef, useState } from "react";
import type { PaletteProps } from "./PaletteWindow";

const load = () => import("./PaletteWindow");
const PaletteWindow = lazy(load);

/** Fetches the window as soon as somebody is about to open it. A failure shows where it is opened, which asks again. */
export const fetchPalette = () => void load().catch(() => {});

/** Whoever calls the palette types at once: what they type before it is there is what they search. */
function TypedAhead({ search, onSearch, onClose }: Pick<PaletteProps, "search" | "onSearch" | "onClose">) {
  const typed = useRef(search);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Escape") onClose();
      else if (event.key === "Backspace") typed.current = typed.current.slice(0, -1);
      else if (event.key.length === 1) typed.current += event.key;
      else return;
      onSearch(typed.current);
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener("keydown", listen, { capture: true });
    return () => window.removeEventListener("keydown", listen, { capture: true });
  }, [onSearch, onClose]);
  return null;
}

/** A window to go anywhere and do anything by typing a few letters. What it offers is its owner's business. */
export function Palette(props: PaletteProps) {
  const [wasOpened, setWasOpened] = useState(props.open);
  if (props.open && !wasOpened) setWasOpened(true);
  useEffect(() => {
    // The first of its two keys.
    const listen = ({ key }: KeyboardEvent) => {
      if (key === "Control" || key === "Meta") fetchPalette();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
  if (!wasOpened) return null;
  return (
    <Suspense fallback={props.open && <TypedAhead {...props} />}>
      <PaletteWindow {...props} />
    </Suspense>
  );
}
