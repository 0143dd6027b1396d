import { useEffect, useState } from "react";
import { useKeys } from "../layout/keys";

interface RowKeys {
  count: number;
  open: (index: number) => void;
  select: ((index: number) => void) | undefined;
  selectPage: (() => void) | undefined;
  create: (() => void) | undefined;
  search: () => void;
  next: (() => void) | undefined;
  previous: (() => void) | undefined;
}

/**
 * j and k move along the rows, Home and End to the first and last, Enter opens, x selects, X the page, c creates,
 * / searches, n and p (or the page keys) turn the page.
 *
 * @returns the row the keys stand on, -1 before any was pressed
 */
export function useRowKeys(keys: RowKeys): number {
  const [active, setActive] = useState(-1);
  const { count } = keys;
  useEffect(() => setActive((row) => Math.min(row, count - 1)), [count]);

  const turn = (page: (() => void) | undefined) => (event: KeyboardEvent) => {
    if (!page) return;
    event.preventDefault();
    setActive(count > 0 ? 0 : -1);
    page();
  };
  const jump = (row: number) => (event: KeyboardEvent) => {
    if (count === 0) return;
    event.preventDefault();
    setActive(row);
  };
  // With capitals locked, "X" comes without Shift.
  const select = (event: KeyboardEvent) => {
    if (event.shiftKey) keys.selectPage?.();
    else if (active >= 0) keys.select?.(active);
  };
  useKeys({
    j: () => setActive((row) => Math.min(row + 1, count - 1)),
    k: () => setActive((row) => Math.max(row - 1, 0)),
    Home: jump(0),
    End: jump(count - 1),
    x: select,
    X: select,
    c: () => keys.create?.(),
    Enter: (event) => {
      const isElsewhere = event.target instanceof Element && event.target.closest("a, button, summary");
      if (active >= 0 && !isElsewhere) keys.open(active);
    },
    "/": (event) => {
      event.preventDefault();
      keys.search();
    },
    n: turn(keys.next),
    p: turn(keys.previous),
    PageDown: (event) => active >= 0 && turn(keys.next)(event),
    PageUp: (event) => active >= 0 && turn(keys.previous)(event),
  });
  return active;
}
