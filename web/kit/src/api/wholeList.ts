import { useMemo } from "react";
import { fold } from "../form/fold";
import { encodeCursor, type ListQuery, SEARCH_FROM } from "../list/cursor";
import { call } from "./client";
import { type Rows, type RowsPage, useRows } from "./hooks";
import type { RowOf, WholeListPath } from "./types";

/**
 * A list that a plugin gives as a whole; searching and paging happen here.
 *
 * @param texts what of a row a search looks into; depends on nothing else
 */
export function useWholeList<P extends WholeListPath>(
  path: P,
  query: ListQuery,
  texts: (row: RowOf<P>) => string[],
): Rows<RowOf<P>> {
  const rows = useRows<RowOf<P>>([path, {}], async () => {
    const { data } = (await call("get", path, {})) as { data: RowOf<P>[] };
    return { rows: data, meta: { total: data.length, exact: true, next: null, previous: null } };
  });
  const all = rows.page?.rows;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `texts` is written in place, and reads the row alone
  const page = useMemo(() => all && pageOf(all, query, texts), [all, query]);
  return { ...rows, page };
}

function pageOf<Row>(all: Row[], query: ListQuery, texts: (row: Row) => string[]): RowsPage<Row> {
  const search = fold(query.search.trim());
  const found =
    search.length < SEARCH_FROM
      ? all
      : all.filter((row) => texts(row).some((text) => fold(text).includes(search)));
  const { skip, take } = query;
  const at = (skip: number) => encodeCursor({ ...query, skip });
  return {
    rows: found.slice(skip, skip + take),
    meta: {
      total: found.length,
      exact: true,
      next: skip + take < found.length ? at(skip + take) : null,
      previous: skip > 0 ? at(Math.max(0, skip - take)) : null,
    },
  };
}
