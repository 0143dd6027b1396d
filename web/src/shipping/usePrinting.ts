import { useSyncExternalStore } from "react";

const print = () => matchMedia("print");

function subscribe(listener: () => void) {
  const query = print();
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/** Whether the page is being drawn on paper: all of it at once then, and nothing to press. */
export const usePrinting = () => useSyncExternalStore(subscribe, () => print().matches);
