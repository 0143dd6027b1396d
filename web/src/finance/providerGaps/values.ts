import { addDecimals, cursorOf, type ListQuery } from "@comptoir/kit";
import type { Gap, GapKind, GapSums } from "./api";

/** The kinds, as they are told everywhere. */
export const KINDS = [
  "UNBILLED",
  "BILLED_TWICE",
  "CANCELLED",
  "UNKNOWN",
  "STORAGE_WITHOUT_STOCK",
] as const satisfies GapKind[];

const valuesOf = ({ filters }: Pick<ListQuery, "filters">, field: string) => {
  const filter = filters.find((each) => each.field === field);
  return filter && "values" in filter ? filter.values : null;
};

/** What is open of a kind: of the providers that the list is narrowed to, or of all. */
export function sumOf(sums: GapSums[], kind: GapKind, query: Pick<ListQuery, "filters">) {
  const providers = valuesOf(query, "provider");
  const counted = sums.filter(({ provider }) => providers?.includes(provider) ?? true);
  const found = counted.flatMap(({ kinds }) => kinds.filter((of) => of.kind === kind));
  return {
    count: found.reduce((sum, { count }) => sum + count, 0),
    amount: addDecimals(found.map(({ amount }) => amount)),
  };
}

/** Whether a list shows one kind alone. */
export const isAlone = (query: Pick<ListQuery, "filters">, kind: GapKind) => {
  const kinds = valuesOf(query, "kind");
  return kinds?.length === 1 && kinds[0] === kind;
};

/** The same list of one kind alone; of all kinds, where it is of that one already. */
export function cursorOfKind(query: ListQuery, kind: GapKind): string {
  const others = query.filters.filter(({ field }) => field !== "kind");
  const filters = isAlone(query, kind) ? others : [...others, { field: "kind", values: [kind] }];
  return cursorOf({ ...query, skip: 0, filters });
}

/** Whether a gap is of a product, and not of an order. */
export const isOfProduct = ({ kind }: Pick<Gap, "kind">) => kind === "STORAGE_WITHOUT_STOCK";

/** Whether nobody was billed, so that its amount is what such an order costs on average. */
export const isEstimated = ({ kind }: Pick<Gap, "kind">) => kind === "UNBILLED";
