import { type RefObject, useEffect, useRef, useState } from "react";

/**
 * The state of a window that was fetched because its button was pressed: it opens once it is mounted, from the button that
 * now stands in the first one's place, so that closing it gives the focus back.
 */
export function useFirstOpening(): {
  button: RefObject<HTMLButtonElement | null>;
  opened: boolean;
  setOpened: (opened: boolean) => void;
} {
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    button.current?.focus();
    setOpened(true);
  }, []);
  return { button, opened, setOpened };
}
