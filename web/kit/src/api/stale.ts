import { useEffect } from "react";
import { create } from "zustand";

/** How many of the parts on screen show what could not be refreshed. */
export const useStaleParts = create<{ count: number }>()(() => ({ count: 0 }));

const add = (change: number) => useStaleParts.setState(({ count }) => ({ count: count + change }));

/** Counts a part among those that are not up to date, while it is on screen and is not. */
export function useStalePart(isStale: boolean) {
  useEffect(() => {
    if (!isStale) return;
    add(1);
    return () => add(-1);
  }, [isStale]);
}
