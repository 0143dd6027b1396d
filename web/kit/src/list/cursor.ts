/** How the server sorts a list. */
export interface OrderBy {
  field: string;
  direction: "asc" | "desc";
}

/** One filter: some values of a field, or a span of days (yyyy-mm-dd, Paris) or of numbers, both ends included. */
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

/** The query as the server takes it: base64url of its JSON in UTF-8, with search only from 2 characters. */
export function encodeCursor(query: ListQuery): string {
  const search = query.search.trim();
  const sent = { ...query, search: search.length < SEARCH_FROM ? "" : search };
  const bytes = new TextEncoder().encode(JSON.stringify(sent));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
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
  if (!cursor) return defaults;
  try {
    const binary = atob(cursor.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const told = JSON.parse(new TextDecoder().decode(bytes)) as Partial<ListQuery> | null;
    return {
      take: typeof told?.take === "number" && told.take > 0 ? told.take : defaults.take,
      skip: typeof told?.skip === "number" && told.skip >= 0 ? told.skip : 0,
      search: typeof told?.search === "string" ? told.search : "",
      orderBy: named(told?.orderBy) ?? defaults.orderBy,
      filters: named(told?.filters) ?? [],
    };
  } catch {
    return defaults;
  }
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
