import type { MaybeOptionalInit } from "openapi-fetch";
import { useEffect, useRef } from "react";
import useSWR, {
  type KeyedMutator,
  mutate,
  type SWRConfiguration,
  unstable_serialize,
  useSWRConfig,
} from "swr";
import { decodeCursor, encodeCursor, type ListQuery, SEARCH_FROM } from "../list/cursor";
import type { LongRows } from "../list/useLongList";
import { call, type Schemas } from "./client";
import { type ApiError, toApiError } from "./error";
import { useStalePart } from "./stale";
import type { ApiPaths, Data, ListPath, MetaOf, PathOf, PluginListPath, RowOf } from "./types";

type GetPath = PathOf<"get">;
type Init<P extends GetPath> = MaybeOptionalInit<ApiPaths[P], "get">;

/** Not theirs, or gone: what a person sees of it must go, where every other failure leaves it. */
const takesAway = (error: ApiError) => error.status === 403 || error.status === 404;

/** What was fetched, and how fetching it went. */
export interface Fetched<T> {
  data: T | undefined;
  /** Why there is nothing to show. A refresh that fails leaves what there is, and is no error: see `stale`. */
  error: ApiError | undefined;
  /** The last refresh failed: what is shown may have changed since. The frame says so, and offers to try again. */
  stale: boolean;
  /** Nothing is there yet. */
  isLoading: boolean;
  /** It is fetched again while something older is shown. */
  isRefreshing: boolean;
  retry(): void;
  mutate: KeyedMutator<T>;
}

/**
 * What SWR keeps under a key, by the one rule of failed refreshes: they never take away what a person sees or types.
 *
 * @param key null fetches nothing
 */
export function useFetched<T>(
  key: unknown[] | null,
  fetchData: () => Promise<T>,
  config?: SWRConfiguration<T, ApiError>,
): Fetched<T> {
  const fetcher = () => {
    for (const id of namesOf(key?.[1] as Asked)) gone.delete(id);
    return fetchData();
  };
  const answer = useSWR<T, ApiError>(key, fetcher, config);
  const { cache } = useSWRConfig();
  const { data, error, mutate } = answer;
  // With `keepPreviousData` they may be the previous question's, which must not pass for this one's.
  const isAnswer = !config?.keepPreviousData || cache.get(unstable_serialize(key))?.data !== undefined;
  const stale = error !== undefined && data !== undefined && isAnswer && !takesAway(error);
  useStalePart(stale);
  const fatal = stale ? undefined : error;
  return {
    data: fatal && config?.keepPreviousData ? undefined : data,
    error: fatal,
    stale,
    isLoading: key !== null && data === undefined && error === undefined,
    // Read by those alone whom it concerns: all others are not drawn anew by a refresh that brings nothing new.
    get isRefreshing() {
      return answer.isValidating && data !== undefined;
    },
    retry: () => void mutate(),
    mutate,
  };
}

/**
 * The present value of one resource: `useGet("/order/{id}", { params: { path: { id } } })`.
 *
 * @param path null fetches nothing
 */
export function useGet<P extends GetPath>(
  path: P | null,
  init: Init<P>,
  config?: SWRConfiguration<Data<P>, ApiError>,
): Fetched<Data<P>> {
  return useFetched<Data<P>>(
    path && [path, init],
    async () => (await call("get", path as P, init as object))?.data as Data<P>,
    config,
  );
}

/** One page of a list and what the server says about the whole. */
export interface RowsPage<Row, Extra = object> {
  rows: Row[];
  meta: Schemas["Meta"] & Extra;
}

/** A list as `DataTable` takes it: a page is shown until the next one is there. */
export interface Rows<Row, Extra = object> extends Omit<Fetched<unknown>, "data" | "mutate"> {
  page: RowsPage<Row, Extra> | undefined;
  /** The same list, asked for something else. */
  source?: RowsSource<Row>;
  /** It is scrolled through as a whole, of which `page` is what is there. */
  long?: LongRows<Row>;
}

/** Where a list's rows come from, for what needs more of them than the page in sight. */
export interface RowsSource<Row> {
  /** The path, as refreshes name it. */
  path: string;
  pageAt(cursor: string): Promise<{ rows: Row[]; meta: Schemas["Meta"] }>;
}

/**
 * A page that is shown until the next one is there.
 *
 * @param key null fetches nothing
 */
export function useRows<Row, Extra = object>(
  key: unknown[] | null,
  fetchPage: () => Promise<RowsPage<Row, Extra>>,
  source?: RowsSource<Row>,
): Rows<Row, Extra> {
  const shown = useRef<Row[]>([]);
  const fetchRows = async () => {
    const page = await fetchPage();
    return { ...page, rows: sameRows(shown.current, page.rows) };
  };
  const { data: page, ...state } = useFetched<RowsPage<Row, Extra>>(key, fetchRows, {
    keepPreviousData: true,
  });
  useEffect(() => {
    shown.current = page?.rows ?? [];
  }, [page]);
  return { page, source, ...state };
}

/** The rows, those that say what they did before as they were before: a refresh draws only what changed. */
function sameRows<Row>(before: Row[], rows: Row[]): Row[] {
  const known = new Map(before.map((row) => [JSON.stringify(row), row]));
  return rows.map((row) => known.get(JSON.stringify(row)) ?? row);
}

/**
 * One page of a list of the host: `useList("/order", list.cursor)`.
 *
 * @param cursor null fetches nothing
 * @param place what the path names: `useList("/store/{id}/phonographic", list.cursor, { id })`
 */
export function useList<P extends ListPath>(path: P, cursor: string | null, place?: Record<string, string>) {
  const initAt = (cursor: string) => {
    const query = { query: { cursor } };
    return { params: place ? { ...query, path: place } : query };
  };
  const pageAt = async (cursor: string) => {
    const answer = (await call("get", path, initAt(cursor))) as {
      data: RowOf<P>[];
      meta: Schemas["Meta"];
    };
    return { rows: answer.data, meta: answer.meta };
  };
  const key = cursor === null ? null : [path, initAt(cursor)];
  return useRows<RowOf<P>>(key, () => pageAt(cursor ?? ""), { path, pageAt });
}

/**
 * One page of a plugin's own list, which the plugin pages by number: asked with `search`, `page` (from 0) and `size`,
 * answered with `total` beside the rows.
 *
 * @param place what the path names: `{ connector }` of `/shopify/integration/{connector}/webhook`
 */
export function usePluginList<P extends PluginListPath>(
  path: P,
  query: ListQuery,
  place: Record<string, string> = {},
): Rows<RowOf<P>, MetaOf<P>> {
  const initOf = ({ search, skip, take }: ListQuery) => {
    const asked = { page: Math.floor(skip / take), size: take };
    return { params: { path: place, query: search.length < SEARCH_FROM ? asked : { ...asked, search } } };
  };
  const fetchPage = async (asked: ListQuery): Promise<RowsPage<RowOf<P>, MetaOf<P>>> => {
    const answer = (await call("get", path, initOf(asked))) as {
      data: RowOf<P>[];
      meta?: MetaOf<P> & { total: number };
    };
    const { skip, take } = asked;
    const { total = 0 } = answer.meta ?? {};
    const at = (skip: number) => encodeCursor({ ...asked, skip });
    const meta = {
      ...(answer.meta as MetaOf<P>),
      total,
      exact: true,
      next: skip + take < total ? at(skip + take) : null,
      previous: skip > 0 ? at(Math.max(0, skip - take)) : null,
    };
    return { rows: answer.data, meta };
  };
  const pageAt = (cursor: string) => fetchPage(decodeCursor(cursor, query));
  return useRows<RowOf<P>, MetaOf<P>>([path, initOf(query)], () => fetchPage(query), { path, pageAt });
}

interface Asked {
  params?: { path?: Record<string, string>; query?: Record<string, unknown> };
}

const namesOf = ({ params: { path = {}, query = {} } = {} }: Asked = {}) => [
  ...Object.values(path),
  ...Object.values(query),
];

/** What this tab deleted and still shows until its page is left. */
const gone = new Set<unknown>();

/** Deletes one: from when it is asked on, no refresh asks for it, until it is brought back or a screen that opens asks. */
export async function deleting<T>(id: string, change: Promise<T>): Promise<T> {
  gone.add(id);
  try {
    return await change;
  } catch (reason) {
    gone.delete(id);
    throw reason;
  }
}

/** One is there again. */
export const isBack = (id: string) => gone.delete(id);

/** Fetches again whatever is shown of a resource (`order`: its list, its details, its summary, the history of one). */
export function refresh(resource: string): Promise<unknown> {
  const root = `/${resource}`;
  return mutate((key) => {
    if (!Array.isArray(key) || typeof key[0] !== "string") return false;
    const [path, asked] = key as [string, Asked | undefined];
    if (namesOf(asked).some((id) => gone.has(id))) return false;
    return asked?.params?.query?.entity === resource || path === root || path.startsWith(`${root}/`);
  });
}

/** Forgets whatever was fetched, and fetches again what is shown: it is another organization's from here on. */
export function clearCache(): Promise<unknown> {
  gone.clear();
  return mutate(Array.isArray, undefined, { revalidate: true });
}

/** Fetches again whatever is shown. */
export const refreshEverything = (): Promise<unknown> => mutate(Array.isArray);

/** Puts a value that arrived by other means (an event, an answer) where `useGet` of the same path finds it. */
export function setCached<P extends GetPath>(path: P, init: Init<P>, data: Data<P>): Promise<unknown> {
  return mutate([path, init], data, { revalidate: false });
}

/** Runs a change, and hands any failure over as an ApiError. */
export async function attempt<T>(change: () => Promise<T>): Promise<{ value: T } | { error: ApiError }> {
  try {
    return { value: await change() };
  } catch (error) {
    return { error: toApiError(error) };
  }
}
