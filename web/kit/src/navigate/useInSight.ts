import { type RefObject, useLayoutEffect } from "react";

/** Scrolls a row that is wider than its place to the one of its parts that is chosen, and nothing around it. */
export function useInSight(row: RefObject<HTMLElement | null>, chosen: string, selector: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one is chosen
  useLayoutEffect(() => {
    const part = row.current?.querySelector(selector);
    if (!row.current || !part) return;
    const [outer, inner] = [row.current.getBoundingClientRect(), part.getBoundingClientRect()];
    row.current.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
  }, [row, chosen, selector]);
}
