import { useSyncExternalStore } from "react";
import { flushSync } from "react-dom";

const print = () => matchMedia("print");
let isBegun = false;

function subscribe(listener: () => void) {
  const query = print();
  // The browser takes the page as it is once this returns.
  const begin = () => {
    isBegun = true;
    flushSync(listener);
  };
  const end = () => {
    isBegun = false;
    listener();
  };
  query.addEventListener("change", listener);
  window.addEventListener("beforeprint", begin);
  window.addEventListener("afterprint", end);
  return () => {
    query.removeEventListener("change", listener);
    window.removeEventListener("beforeprint", begin);
    window.removeEventListener("afterprint", end);
  };
}

/** Whether the page is being drawn on paper: all of it at once then, and nothing to press. */
export const usePrinting = () => useSyncExternalStore(subscribe, () => isBegun || print().matches);
