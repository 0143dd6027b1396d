import { type Day, dayOf } from "../i18n/day";
import { isPreset, presetRange } from "../i18n/period";

/** How the server sorts a list. */
export interface OrderBy {
  field: string;
  direction: "asc" | "desc";
}

/**
 * One filter: some values of a field, or a span of days (yyyy-mm-dd, Paris) or of numbers, both ends included. A span that
 * is told from today has the name of its period as `from`, and no `to`: the address and saved views keep it so, and the
 * server is asked for the days that it means now.
 */
export type Filter =
  | { field: string; values: string[] }
  | { field: string; from?: string; to?: string }
  | { field: string; from?: number; to?: number };

/** What a list is asked for. Lives in the address as `cursor`, so that it can be linked, shared and gone back to. */
export interface ListQuery {
  /** Rows a page. */
  take: number;
  /** Rows before the page. */
  skip: number;
  search: string;
  orderBy: OrderBy[];
  filters: Filter[];
}

/** What makes a list's question, whatever the page: what a saved view keeps. */
export type Question = Pick<ListQuery, "search" | "orderBy" | "filters">;

export const DEFAULT_TAKE = 20;
/** Shorter searches are not sent. */
export const SEARCH_FROM = 2;

/** The days that a filter's period means, where it has one. */
export const resolveFilter = (filter: Filter, today: Day): Filter =>
  "from" in filter && isPreset(filter.from)
    ? { field: filter.field, ...presetRange(filter.from, today) }
    : filter;

/** The query as the address keeps it: base64url of its JSON in UTF-8, with search only from 2 characters. */
export function encodeAddress(query: ListQuery): string {
  const search = query.search.trim();
  return encode({ ...query, search: search.length < SEARCH_FROM ? "" : search });
}

/** The query as the server takes it: periods are the days that they mean today. */
export const encodeCursor = (query: ListQuery): string => resolveCursor(encodeAddress(query));

/** A cursor of the address as the server takes it. What else the server wrote into it is kept. */
export function resolveCursor(cursor: string, today = dayOf(new Date())): string {
  const decoded = decode(cursor);
  const filters = named<Filter>(decoded?.filters);
  if (!filters?.some((filter) => "from" in filter && isPreset(filter.from))) return cursor;
  return encode({ ...decoded, filters: filters.map((filter) => resolveFilter(filter, today)) });
}

/** A cursor of a list that shows no more than what a filter lets through, whatever else is asked. */
export function cursorWithin(cursor: string, filter: Filter): string {
  const decoded = decode(cursor);
  const others = (named<Filter>(decoded?.filters) ?? []).filter(({ field }) => field !== filter.field);
  return encode({ ...decoded, filters: [...others, filter] });
}

/** A cursor that the server made for another page of `query`, with the periods that it was asked for. */
export function withPeriods(cursor: string, { filters }: Pick<ListQuery, "filters">): string {
  const hasPeriod = filters.some((filter) => "from" in filter && isPreset(filter.from));
  return hasPeriod ? encode({ ...decode(cursor), filters }) : cursor;
}

function encode(value: object): string {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

/** The JSON of a cursor; null for what is none. */
function decode(cursor: string): Partial<ListQuery> | null {
  try {
    const binary = atob(cursor.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes)) as Partial<ListQuery> | null;
  } catch {
    return null;
  }
}

/** The cursor of a question that is put elsewhere than in a list: `cursorOf({ take: 5 })`, or for a link to a list. */
export const cursorOf = (query: Partial<ListQuery>) =>
  encodeCursor({ take: DEFAULT_TAKE, skip: 0, search: "", orderBy: [], filters: [], ...query });

/** The entries that name their field; undefined where there is none. */
function named<T extends { field: string }>(entries: unknown): T[] | undefined {
  const found = Array.isArray(entries) ? entries.filter((entry) => typeof entry?.field === "string") : [];
  return found.length > 0 ? found : undefined;
}

/** Reads a cursor, ours or one that the server made; what it does not say, or says wrongly, is as in `defaults`. */
export function decodeCursor(cursor: string | null, defaults: ListQuery): ListQuery {
  const decoded = cursor && decode(cursor);
  if (!decoded) return defaults;
  return {
    take: typeof decoded.take === "number" && decoded.take > 0 ? decoded.take : defaults.take,
    skip: typeof decoded.skip === "number" && decoded.skip >= 0 ? decoded.skip : 0,
    search: typeof decoded.search === "string" ? decoded.search : "",
    orderBy: named(decoded.orderBy) ?? defaults.orderBy,
    filters: named(decoded.filters) ?? [],
  };
}

/** Whether the query narrows the list, so that an empty answer means "no result" and not "nothing yet". */
export const isNarrowed = (query: ListQuery) =>
  query.search.length >= SEARCH_FROM || query.filters.length > 0;

/** The question of a query as one text; the order of filters and of their values does not matter. */
export function questionKey({ search, orderBy, filters }: Question): string {
  const parts = filters.map((filter) =>
    "values" in filter
      ? [filter.field, filter.values.toSorted()]
      : [filter.field, filter.from ?? null, filter.to ?? null],
  );
  const order = orderBy.map(({ field, direction }) => [field, direction]);
  return JSON.stringify([search.trim(), order, parts.map((part) => JSON.stringify(part)).toSorted()]);
}
