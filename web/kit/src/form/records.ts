import useSWR from "swr";
import { call } from "../api/client";
import type { ApiError } from "../api/error";
import type { ListPath, RowOf } from "../api/types";
import { cursorOf, type Filter } from "../list/cursor";

/** Where records to choose from come from: any number of them, found by searching. */
export interface RecordSource<Row> {
  /** Beneath which answers are kept: the path, as refreshes name it, and whatever else narrows the records. */
  key: readonly [string, ...unknown[]];
  /** The first that fit; all are meant by an empty text. */
  search(text: string): Promise<Row[]>;
  /** Those that were chosen before, as far as they are there. Without it only those that were found have names. */
  find?(ids: string[]): Promise<Row[]>;
  idOf(row: Row): string;
  label(row: Row): string;
  /** What tells it from others of the same name. */
  hint?(row: Row): string;
  /** Characters that have to be typed before anything is looked for. */
  minSearch?: number;
}

/** How many are offered at once. */
const OFFERED = 50;

interface RecordOptions<Row> extends Pick<RecordSource<Row>, "hint" | "minSearch"> {
  /** Without it their `name`. */
  label?: (row: Row) => string;
  filters?: Filter[];
  /** The API tells of one by its id too, at `{path}/{id}`; it does unless told. */
  hasOne?: boolean;
}

/** The records of one of the host's lists: `recordsOf("/store")`. */
export function recordsOf<P extends ListPath>(
  path: P,
  { label, filters = [], hasOne = true, ...options }: RecordOptions<RowOf<P>> = {},
): RecordSource<RowOf<P>> {
  type Row = RowOf<P>;
  const dataOf = async (path: string, params: object) => (await call("get", path, { params }))?.data;
  return {
    key: [path, filters],
    search: async (text) => {
      const cursor = cursorOf({ take: OFFERED, search: text, filters });
      return (await dataOf(path, { query: { cursor } })) as Row[];
    },
    find: hasOne
      ? async (ids) => {
          const found = await Promise.allSettled(ids.map((id) => dataOf(`${path}/{id}`, { path: { id } })));
          return found.flatMap((each) => (each.status === "fulfilled" ? [each.value as Row] : []));
        }
      : undefined,
    idOf: (row) => (row as { id: string }).id,
    label: label ?? ((row) => (row as { name: string }).name),
    ...options,
  };
}

/** What a search finds; nothing before enough is typed, or without a source. */
export function useFound<Row>(source: RecordSource<Row> | null, text: string) {
  const isShort = text.length < (source?.minSearch ?? 0);
  return useSWR<Row[], ApiError>(source && !isShort ? [...source.key, "search", text] : null, () =>
    (source as RecordSource<Row>).search(text),
  );
}

/** The records of some ids, as far as they can be found. */
export function useRecords<Row>(source: RecordSource<Row> | null, ids: string[]): Row[] {
  const { data } = useSWR<Row[]>(
    source?.find && ids.length > 0 ? [...source.key, "records", ids] : null,
    async () => (await source?.find?.(ids)) ?? [],
    { keepPreviousData: true },
  );
  return data ?? [];
}
