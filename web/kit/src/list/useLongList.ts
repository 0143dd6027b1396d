import { useMediaQuery } from "@mantine/hooks";
import { useCallback, useMemo, useState } from "react";
import { call } from "../api/client";
import { type Fetched, type Rows, type RowsPage, useFetched } from "../api/hooks";
import type { ListPath, RowOf } from "../api/types";
import { decodeCursor, encodeCursor, type ListQuery } from "./cursor";

/** A list that is scrolled through as a whole: of its rows those near what is in sight are there. */
export interface LongRows<Row> {
  /** How many there are, as far as is known. */
  count: number;
  /** By its place in the list; undefined until it is fetched. */
  at(index: number): Row | undefined;
  /** Those that were fetched so far. */
  seen: Row[];
  /** To be told of the first row in sight. */
  see(index: number): void;
}

/** Rows a page of such a list: `useListState(…, { take: LONG_TAKE })`. */
export const LONG_TAKE = 100;
/** So many rows above what is in sight are there too. */
const ABOVE = 30;

const NO_QUERY: ListQuery = { take: LONG_TAKE, skip: 0, search: "", orderBy: [], filters: [] };

/** What is shown of a list. */
interface Answered<Row> {
  question: string;
  page: RowsPage<Row>;
  long: LongRows<Row> | undefined;
  /** The rows of every page that was there, by its number. */
  pages: ReadonlyMap<number, Row[]>;
}

interface Seen<Row> {
  /** What is asked for, from its first row. */
  question: string | null;
  /** The first of the pages that are there. */
  first: number;
  /** As many rows as there are at least. */
  count: number;
  last: Answered<Row> | undefined;
}

/**
 * A list of the host that people scroll through, however long it is. Three pages of it are held at a time, so that the
 * browser has as much to draw at its end as at its beginning. What fits on one page is as any other list, and so are the
 * pages on a phone.
 *
 * @param cursor that of the list's state; null fetches nothing
 * @param total how many rows there are, where that is known: the host counts ten thousand
 */
export function useLongList<P extends ListPath>(
  path: P,
  cursor: string | null,
  place?: Record<string, string>,
  total?: number,
): Rows<RowOf<P>> {
  type Row = RowOf<P>;
  const isPhone = useMediaQuery("(max-width: 640px)", undefined, { getInitialValueInEffect: false });
  const query = decodeCursor(cursor, NO_QUERY);
  const { take } = query;
  const question = cursor === null ? null : isPhone ? cursor : encodeCursor({ ...query, skip: 0 });
  const [seen, setSeen] = useState<Seen<Row>>({ question, first: 0, count: 0, last: undefined });
  const isNew = seen.question !== question;
  const known = isNew ? 0 : seen.count;
  const first = isNew || isPhone ? 0 : seen.first;

  // A page is asked for once it is known that there is one.
  const cursorAt = (page: number) => {
    if (question === null || (page > 0 && (isPhone || known <= page * take))) return null;
    return isPhone ? question : encodeCursor({ ...query, skip: page * take });
  };
  const one = usePage(path, cursorAt(first), place);
  const two = usePage(path, cursorAt(first + 1), place);
  const three = usePage(path, cursorAt(first + 2), place);
  const pages: (RowsPage<Row> | undefined)[] = [one.data, two.data, three.data];
  const reported = pages.find((page) => page !== undefined)?.meta;
  const count = reported?.exact
    ? reported.total
    : (endOf(pages, first, take) ??
      Math.max(known, reported ? (total ?? reported.total) : 0, reachOf(pages, first, take)));
  const counted = reported?.exact === false && total !== undefined ? (isPhone ? total : count) : undefined;
  const isLong = !isPhone && count > take;

  const see = useCallback(
    (index: number) => {
      const first = Math.max(0, Math.floor((index - ABOVE) / take));
      setSeen((seen) => (seen.first === first ? seen : { ...seen, first }));
    },
    [take],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: `pages` are these, and `reported` and `seen` follow from them
  const answer = useMemo<Answered<Row> | undefined>(() => {
    if (!reported || question === null) return undefined;
    const meta = counted === undefined ? reported : { ...reported, total: counted, exact: true };
    const page = { rows: pages.flatMap((page) => page?.rows ?? []), meta };
    const all = new Map(seen.last?.question === question ? seen.last.pages : []);
    for (const [at, page] of pages.entries()) if (page) all.set(first + at, page.rows);
    const found = [...all.values()].flat();
    const at = (index: number) => pages[Math.floor(index / take) - first]?.rows[index % take];
    return { question, page, long: isLong ? { count, at, seen: found, see } : undefined, pages: all };
  }, [question, isLong, counted, count, first, take, see, one.data, two.data, three.data]);
  // What was there is shown until there is more: an older answer, or rows above and below those that are fetched.
  const last = answer ?? (question === null ? undefined : seen.last);
  if (isNew || seen.count !== count || seen.last !== last) setSeen({ question, first, count, last });

  const failed = [one, two, three].find(({ error }) => error !== undefined);
  return {
    page: failed ? undefined : last?.page,
    long: last?.long,
    error: failed?.error,
    stale: one.stale || two.stale || three.stale,
    isLoading: question !== null && last === undefined && !failed,
    isRefreshing: last !== undefined && last.question !== question,
    retry: () => {
      for (const { retry } of [one, two, three]) retry();
    },
  };
}

type Pages = (RowsPage<unknown> | undefined)[];

/** As many rows as there are by the page that ends the list; undefined: it is none of these. */
function endOf(pages: Pages, first: number, take: number): number | undefined {
  const at = pages.findIndex((page) => page && !page.meta.next);
  return at < 0 ? undefined : (first + at) * take + (pages[at]?.rows.length ?? 0);
}

/** As many rows as there are at least. */
const reachOf = (pages: Pages, first: number, take: number) =>
  (first + pages.findLastIndex((page) => page !== undefined) + 1) * take + 1;

/** One page, and nothing else until it is there. */
function usePage<P extends ListPath>(
  path: P,
  cursor: string | null,
  place?: Record<string, string>,
): Fetched<RowsPage<RowOf<P>>> {
  const params = { query: { cursor: cursor ?? "" }, ...(place && { path: place }) };
  return useFetched<RowsPage<RowOf<P>>>(cursor === null ? null : [path, { params }], async () => {
    const { data, meta } = (await call("get", path, { params })) as {
      data: RowOf<P>[];
      meta: RowsPage<RowOf<P>>["meta"];
    };
    return { rows: data, meta };
  });
}
