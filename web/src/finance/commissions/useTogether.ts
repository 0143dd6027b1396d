import { useTiersOf } from "./api";
import { dayWithin, type Filled, othersOn, type Tier } from "./values";

/**
 * Tiers that are filled in, together with those of their store that hold beside them.
 *
 * @param id the one that they take the place of
 */
export function useTogether({ storeId, startAt, endAt, tiers }: Filled, id?: string): Tier[] {
  const { page } = useTiersOf(storeId);
  return [...othersOn(page?.rows ?? [], dayWithin({ startAt, endAt }), id), ...tiers];
}
