import { cursorOf, recordsOf, useCan } from "@comptoir/kit";
import { stores } from "./api";

/** The stores that one may choose from. */
export const storeRecords = recordsOf("/store");

/** The filter of a list by its store, for those who see more than one. */
export function useStoreFilter(label: string) {
  const { page } = stores.useList(useCan()("READ_STORE") ? cursorOf({ take: 0 }) : null);
  const isOne = (page?.meta.total ?? 0) < 2;
  return isOne ? [] : [{ kind: "record" as const, field: "storeId" as const, label, source: storeRecords }];
}
