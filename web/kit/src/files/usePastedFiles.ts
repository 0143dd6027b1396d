import { useEffect, useEffectEvent } from "react";

const isText = (target: EventTarget | null) =>
  target instanceof Element && target.closest("input, textarea, [contenteditable=true]") !== null;

/** Files that are pasted anywhere on the page but into a text. `take` says whether it does: the first place that does has them. */
export function usePastedFiles(take: (files: File[]) => boolean) {
  const hear = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length === 0 || event.defaultPrevented || isText(event.target)) return;
    if (take(files)) event.preventDefault();
  });
  useEffect(() => {
    document.addEventListener("paste", hear);
    return () => document.removeEventListener("paste", hear);
  }, []);
}
