import type { RowsPage } from "../api/hooks";
import { encodeCursor, type ListQuery } from "./cursor";
import type { Selection } from "./useSelection";

/** The selected rows, as bulk actions take them. */
export interface BulkSelection<Row> {
  /** Those in sight. */
  rows: Row[];
  ids: string[];
  /** Whether it stands for everything that matches the query, also out of sight. */
  all: boolean;
  /** How many rows; null when it is all of more than the server counts. */
  count: number | null;
  /** What bulk calls of the API take: the ids, or the query. */
  body: { ids: string[] } | { cursor: string };
  clear(): void;
}

/** What `selection` holds of a page of the answer to `query`. */
export function bulkOf<Row>(
  selection: Selection,
  query: ListQuery,
  page: RowsPage<Row> | undefined,
  rowKey: (row: Row) => string,
): BulkSelection<Row> {
  const rows = (page?.rows ?? []).filter((row) => selection.ids.has(rowKey(row)));
  const ids = rows.map(rowKey);
  const { all, clear } = selection;
  if (!all) return { rows, ids, all, count: rows.length, body: { ids }, clear };
  const count = page?.meta.exact ? page.meta.total : null;
  return { rows, ids, all, count, body: { cursor: encodeCursor({ ...query, skip: 0 }) }, clear };
}
