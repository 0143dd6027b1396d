import { useEffect, useRef } from "react";

const IS_APPLE = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The key that goes with others, as it is called here: "⌘" or "Ctrl". */
export const COMMAND_KEY = IS_APPLE ? "⌘" : "Ctrl";

/** Keys by what KeyboardEvent.key calls them. */
export type KeyMap = Record<string, (event: KeyboardEvent) => void>;

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable=true]") !== null;
const isInDialog = () => document.querySelector("[role=dialog], [role=menu], [role=listbox]") !== null;

/** Single-key shortcuts of the page: silent while somebody types, or while a dialog or menu is open. */
export function useKeys(keys: KeyMap) {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || isInDialog()) return;
      const act = latest.current[event.key];
      if (act) act(event);
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}
