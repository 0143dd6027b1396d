import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { useLocation, useNavigationType } from "react-router";
import { useUser } from "../access/user";
import { keepPlace, placeOf } from "../layout/places";

const rowOf = (list: Element | null, id: string) =>
  list?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`);

interface ListPlace {
  /** The list, whose rows say their id as `data-row`. */
  list: RefObject<HTMLElement | null>;
  /** The ids of the rows in sight; none until they are there. */
  ids: string[];
  /** The row that was opened from here. */
  onReturn: (index: number) => void;
}

/**
 * Keeps how the list is left (its query, how far it is scrolled, the row that was opened), and restores that for who goes
 * back, or follows a breadcrumb.
 *
 * @returns to be told of the row that is opened
 */
export function useListPlace({ list, ids, onReturn }: ListPlace): (row: string) => void {
  const { id: user } = useUser();
  const { pathname, search, state, key } = useLocation();
  const isReturn = useNavigationType() === "POP" ? key !== "default" : state?.back === true;
  const [left] = useState(() => (isReturn ? placeOf(user, pathname) : null));
  const [isRestored, setIsRestored] = useState(left === null);
  const row = useRef<string | null>(null);
  const top = useRef(0);
  const query = useRef(search);

  useLayoutEffect(() => {
    query.current = search;
  }, [search]);

  useLayoutEffect(() => {
    const scroller = () => list.current?.querySelector("[data-scrolls]");
    // Either the list scrolls in itself, or the page does.
    const note = () => {
      top.current = (scroller()?.scrollTop ?? 0) || window.scrollY;
    };
    document.addEventListener("scroll", note, { capture: true, passive: true });
    return () => {
      document.removeEventListener("scroll", note, { capture: true });
      keepPlace(user, pathname, { search: query.current, top: top.current, row: row.current });
    };
  }, [list, user, pathname]);

  useLayoutEffect(() => {
    if (isRestored || ids.length === 0) return;
    setIsRestored(true);
    if (!left || left.search !== search) return;
    const box = list.current?.querySelector("[data-scrolls]");
    if (box) box.scrollTop = left.top;
    if (!box?.scrollTop) window.scrollTo(0, left.top);
    top.current = left.top;
    row.current = left.row;
    if (left.row === null || !ids.includes(left.row)) return;
    onReturn(ids.indexOf(left.row));
    rowOf(list.current, left.row)?.querySelector("a")?.focus({ preventScroll: true });
  }, [isRestored, left, ids, search, list, onReturn]);

  return (id) => {
    row.current = id;
  };
}
