import { useMemo } from "react";
import type { SWRResponse } from "swr";
import type { ApiError } from "../api/error";
import type { Rows } from "../api/hooks";
import { encodeCursor, type ListQuery, SEARCH_FROM } from "./cursor";

/** Text as people search it: without case and accents. */
const fold = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/**
 * Searches and pages a short list, all of which is here, as `DataTable` takes it.
 *
 * @param answer what `useGet` says of the whole list
 * @param texts what of a row is searched
 */
export function useLocalRows<Row>(
  answer: Pick<SWRResponse<Row[], ApiError>, "data" | "error" | "mutate">,
  query: ListQuery,
  texts: (row: Row) => string[],
): Rows<Row> {
  const { data, error, mutate } = answer;
  const page = useMemo(() => {
    if (!data) return undefined;
    const { search, skip, take } = query;
    const wanted = search.length < SEARCH_FROM ? "" : fold(search);
    const found = data.filter((row) => texts(row).some((text) => fold(text).includes(wanted)));
    const at = (place: number) => encodeCursor({ ...query, skip: place });
    const meta = {
      total: found.length,
      exact: true,
      next: skip + take < found.length ? at(skip + take) : null,
      previous: skip > 0 ? at(Math.max(0, skip - take)) : null,
    };
    return { rows: found.slice(skip, skip + take), meta };
  }, [data, query, texts]);
  return { page, error, isLoading: !data && !error, isStale: false, retry: () => void mutate() };
}
