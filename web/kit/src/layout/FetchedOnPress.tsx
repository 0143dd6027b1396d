import {
  cloneElement,
  type ReactElement,
  type ReactNode,
  type Ref,
  Suspense,
  startTransition,
  useState,
} from "react";

/** A button, as a window takes it over. */
export type Target = ReactElement<{
  ref?: Ref<HTMLButtonElement>;
  onClick?: () => void;
  "aria-haspopup"?: "menu" | "dialog";
  "aria-expanded"?: boolean;
}>;

interface FetchedOnPressProps {
  target: Target;
  /** What the button opens. */
  popup: "menu" | "dialog";
  /** The window with its button: a `lazy` part that opens once it is mounted, as `useFirstOpening` has it. */
  children: (target: Target) => ReactNode;
}

/**
 * A button whose window is fetched when it is first pressed: what floats (menus, panels) is a tenth of a page's scripts,
 * and most pages are left without any of them being opened.
 */
export function FetchedOnPress({ target, popup, children }: FetchedOnPressProps) {
  const [isWanted, setIsWanted] = useState(false);
  const button = cloneElement(target, {
    "aria-haspopup": popup,
    "aria-expanded": false,
    // The button stands until its window is there, without the pause that `Fetching` tells of.
    onClick: () => startTransition(() => setIsWanted(true)),
  });
  return <Suspense fallback={button}>{isWanted ? children(target) : button}</Suspense>;
}
