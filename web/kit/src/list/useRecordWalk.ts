import { useEffect } from "react";
import { useLocation } from "react-router";
import type { Rows, RowsPage } from "../api/hooks";
import { useWalk, type Walk } from "../layout/walk";
import type { RowsView } from "./columns";
import { decodeCursor, withPeriods } from "./cursor";
import type { ListState } from "./useListState";

interface RecordWalk<Row> extends Pick<RowsView<Row>, "rowKey" | "rowTo"> {
  rows: Rows<Row>;
  state: ListState;
}

/** Makes the list that is shown the one whose records are walked along. */
export function useRecordWalk<Row>({ rows, rowKey, rowTo, state }: RecordWalk<Row>) {
  const { pathname, search } = useLocation();
  const { page, source } = rows;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what else it reads comes with the page or the address
  useEffect(() => {
    if (!page || !rowTo) return;
    const { query } = state;
    const walkOf = (
      { rows, meta }: Pick<RowsPage<Row>, "rows" | "meta">,
      search: string,
      skip: number,
    ): Walk => ({
      path: pathname,
      search,
      stops: rows.map((row) => ({ id: rowKey(row), to: rowTo(row) })),
      skip,
      total: meta.total,
      exact: meta.exact,
      next: turn(meta.next),
      previous: turn(meta.previous),
    });
    const turn = (cursor: string | null | undefined) => {
      if (!cursor || !source) return null;
      return async () => {
        const address = withPeriods(cursor, query);
        const { skip } = decodeCursor(cursor, query);
        return walkOf(await source.pageAt(cursor), `?cursor=${address}`, skip);
      };
    };
    useWalk.setState({ walk: walkOf(page, search, query.skip) });
  }, [page, pathname, search]);
}
