import { cursorOf, type FilterOffer, recordsOf } from "@comptoir/kit";
import { stores } from "./api";

/** The stores that one may choose from. */
export const storeRecords = recordsOf("/store");

/** The filter of a list by its store, for those who see more than one. */
export function useStoreFilter(label: string): FilterOffer[] {
  const { page } = stores.useList(cursorOf({ take: 0 }));
  const isOne = (page?.meta.total ?? 0) < 2;
  return isOne ? [] : [{ kind: "record", field: "storeId", label, source: storeRecords }];
}
