import { useMemo } from "react";
import { fold } from "../form/fold";
import { encodeCursor, type ListQuery, SEARCH_FROM } from "../list/cursor";
import { sendOnce } from "./attempts";
import { getEnvelope } from "./client";
import { ApiError, errorOf, type FieldError } from "./error";
import { type Rows, type RowsPage, useFetched, useRows } from "./hooks";

/**
 * The present value of something that a plugin serves itself, whichever plugin it is.
 *
 * @param path below `/api`: `/bigblue/product/{sku}`; null fetches nothing
 */
export function usePlugin<T>(path: string | null) {
  return useFetched<T>(
    path === null ? null : [path, {}],
    async () => (await getEnvelope<T>(path as string, {})).data,
  );
}

/**
 * A list that a plugin gives as a whole; searching and paging happen here.
 *
 * @param texts what of a row a search looks into; depends on nothing else
 */
export function useWholeList<Row>(path: string, query: ListQuery, texts: (row: Row) => string[]): Rows<Row> {
  const rows = useRows<Row>([path, {}], async () => {
    const answer = await getEnvelope<Row[]>(path, {});
    const meta = { total: answer.data.length, exact: true, next: null, previous: null };
    return { rows: answer.data, meta };
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

/**
 * One of a plugin's own calls; what the plugin finds wrong with single fields lands at them.
 *
 * @param path below `/api`
 * @param body sent as JSON, a file as it is
 * @returns what the answer holds under `data`
 */
export async function sendPlugin<T = unknown>(
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  body?: unknown,
): Promise<T> {
  const isFile = body instanceof File;
  const headers: Record<string, string> = {};
  // A browser knows a file's type by its name only, and Windows calls CSV a spreadsheet.
  if (body !== undefined) headers["content-type"] = isFile ? "text/csv" : "application/json";
  const request = new Request(`${location.origin}/api${path}`, {
    method,
    headers,
    body: isFile ? body : body === undefined ? undefined : JSON.stringify(body),
  });
  const response = await sendOnce(request).catch(() => {
    throw new ApiError(0);
  });
  const answer = await response.json().catch(() => undefined);
  if (response.ok) return answer?.data as T;
  const issues: FieldError[] | undefined = answer?.data?.issues;
  if (issues) throw new ApiError(response.status, { name: "BadRequestException", payload: issues });
  throw errorOf(response, answer);
}
