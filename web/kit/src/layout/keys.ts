import { useEffect, useRef } from "react";

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
