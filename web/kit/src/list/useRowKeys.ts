import { type RefObject, useEffect, useState } from "react";
import { useShortcuts } from "../layout/keys";

export interface RowKeys {
  count: number;
  /** What a row opens; undefined where rows open nothing. */
  open: ((index: number) => void) | undefined;
  peek: ((index: number) => void) | undefined;
  /** Opens or closes a row's panel; undefined where rows have none. */
  expand: ((index: number, open: boolean) => unknown) | undefined;
  select: ((index: number) => void) | undefined;
  selectPage: (() => void) | undefined;
  create: (() => void) | undefined;
  search: () => void;
  next: (() => void) | undefined;
  previous: (() => void) | undefined;
}

const isElsewhere = ({ target }: KeyboardEvent) =>
  target instanceof Element && target.closest("a, button, summary") !== null;

/**
 * The keys of a list, see `layout/keys.ts`.
 *
 * @param list the element that the list is, for pages with several
 * @returns the row the keys stand on, -1 before any was pressed, and the way to set it
 */
export function useRowKeys(keys: RowKeys, list: RefObject<Element | null>) {
  const [active, setActive] = useState(-1);
  const { count } = keys;
  useEffect(() => setActive((row) => Math.min(row, count - 1)), [count]);

  const turn = (page: (() => void) | undefined) =>
    page &&
    ((event: KeyboardEvent) => {
      // Before a row is chosen these keys scroll.
      if (event.key.startsWith("Page") && active < 0) return false;
      setActive(count > 0 ? 0 : -1);
      page();
    });
  const onRow = (act: ((index: number) => unknown) | undefined) =>
    act && ((event: KeyboardEvent) => (active >= 0 && !isElsewhere(event) ? act(active) : false));
  const { select, expand } = keys;
  const move = count > 0 || undefined;
  useShortcuts(
    {
      down: move && (() => setActive((row) => Math.min(row + 1, count - 1))),
      up: move && (() => setActive((row) => Math.max(row - 1, 0))),
      first: move && (() => setActive(0)),
      last: move && (() => setActive(count - 1)),
      open: move && onRow(keys.open),
      peek: move && onRow(keys.peek),
      expand: move && onRow(expand && ((row) => expand(row, true))),
      collapse: move && onRow(expand && ((row) => expand(row, false))),
      select: select && (() => active >= 0 && select(active)),
      selectPage: keys.selectPage,
      create: keys.create,
      search: keys.search,
      nextPage: turn(keys.next),
      previousPage: turn(keys.previous),
    },
    list,
  );
  return [active, setActive] as const;
}
