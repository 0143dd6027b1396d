import { useTiersOf } from "./api";
import type { Tier } from "./formula";
import { dayWithin, othersOn } from "./values";

/** What is being filled in. */
export interface Filled {
  storeId: string | null;
  startAt: string;
  endAt: string;
  tiers: Tier[];
}

/**
 * Tiers that are filled in, together with those of their store that hold beside them.
 *
 * @param id the one that they take the place of
 */
export function useTogether({ storeId, startAt, endAt, tiers }: Filled, id?: string): Tier[] {
  const { page } = useTiersOf(storeId);
  return [...othersOn(page?.rows ?? [], dayWithin({ startAt, endAt }), id), ...tiers];
}
