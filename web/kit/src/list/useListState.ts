import { useLocalStorage } from "@mantine/hooks";
import { useCallback, useMemo, useState } from "react";
import { useLocation, useSearchParams } from "react-router";
import { dayOf } from "../i18n/day";
import {
  DEFAULT_TAKE,
  decodeCursor,
  encodeAddress,
  type Filter,
  type ListQuery,
  type OrderBy,
  type Question,
  resolveCursor,
  withPeriods,
} from "./cursor";

/** A list's place: what is asked for, and the ways to ask for something else. */
export interface ListState {
  /** To be sent to the server as it is: periods are the days that they mean now. */
  cursor: string;
  query: ListQuery;
  /** What the list asks before anybody asked for something else. */
  start: Question;
  /** Asks a whole question at once: a saved view, or `start`. */
  show(question: Question): void;
  search(text: string): void;
  sort(orderBy: OrderBy): void;
  /** Sets the filter of its field. */
  filter(filter: Filter): void;
  /** Removes the filter of a field, or of all of them together with the search. */
  clear(field?: string): void;
  take(rows: number): void;
  /** Rows a page to choose from. */
  sizes: number[];
  /** Asks as at the start, whatever the address says. */
  reset(): void;
  /** Goes to a page by the cursor that the server made for it. */
  go(cursor: string): void;
}

/**
 * Whether the address is still the one of the page that asks. Who follows a link has left, though the page stays on
 * screen until the next one is there, and what it then writes into the address would bring them back.
 */
function useIsHere(): () => boolean {
  const { pathname } = useLocation();
  // The router's address is the browser's only as long as nobody left.
  const [place, setPlace] = useState({ pathname, inBrowser: location.pathname });
  if (place.pathname !== pathname) setPlace({ pathname, inBrowser: location.pathname });
  return useCallback(() => location.pathname === place.inBrowser, [place]);
}

/** Rows a page that every list offers. */
const SIZES = [20, 50, 100];

interface ListOptions {
  /** Rows a page, where they cannot be chosen. */
  take?: number;
  /** The name that the list has in the address; another for each list of a page. */
  key?: string;
}

/**
 * The state of a list, kept in the address under `cursor` or another key.
 *
 * @param orderBy the order the list starts in
 */
export function useListState(orderBy: OrderBy, { take: fixed, key = "cursor" }: ListOptions = {}): ListState {
  const [parameters, setParameters] = useSearchParams();
  const isHere = useIsHere();
  // As last chosen in this browser.
  const [chosen, setChosen] = useLocalStorage({
    key: "comptoir.rows",
    defaultValue: DEFAULT_TAKE,
    getInitialValueInEffect: false,
  });
  const take = fixed ?? chosen;
  const [start] = useState<ListQuery>({ take, skip: 0, search: "", orderBy: [orderBy], filters: [] });
  const defaults = useMemo(() => ({ ...start, take }), [start, take]);
  const inAddress = parameters.get(key);
  const query = useMemo(() => decodeCursor(inAddress, defaults), [inAddress, defaults]);

  // A page that is left open overnight asks for other days.
  const today = dayOf(new Date());

  const go = useCallback(
    (cursor: string | null, replace = false) => {
      if (!isHere()) return;
      setParameters(
        (old) => {
          const next = new URLSearchParams(old);
          if (cursor) next.set(key, cursor);
          else next.delete(key);
          return next;
        },
        { replace },
      );
    },
    [setParameters, isHere, key],
  );

  return useMemo(() => {
    /** A changed question starts at its first page. Without anything special the address stays clean. */
    const ask = (change: Partial<ListQuery>, replace = false) => {
      const next = encodeAddress({ ...query, ...change, skip: 0 });
      go(next === encodeAddress(defaults) ? null : next, replace);
    };
    const without = (field: string) => query.filters.filter((filter) => filter.field !== field);
    return {
      cursor: resolveCursor(inAddress ?? encodeAddress(defaults), today),
      query,
      start: defaults,
      show: ({ search, orderBy, filters }) =>
        ask({ search, orderBy: orderBy.length > 0 ? orderBy : defaults.orderBy, filters }),
      search: (text) => ask({ search: text }, true),
      sort: (by) => ask({ orderBy: [by] }),
      filter: (filter) => ask({ filters: [...without(filter.field), filter] }),
      clear: (field) => ask(field ? { filters: without(field) } : { filters: [], search: "" }),
      take: (rows) => {
        setChosen(rows);
        ask({ take: rows });
      },
      sizes: fixed === undefined ? SIZES : [fixed],
      reset: () => go(null),
      go: (cursor) => go(withPeriods(cursor, query)),
    };
  }, [query, inAddress, defaults, go, today, fixed, setChosen]);
}
