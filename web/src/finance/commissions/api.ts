import { cursorOf, resource, type Schemas } from "@comptoir/kit";

export type Commission = Schemas["Commission"];
export type CommissionInput = Schemas["CommissionInput"];

/** Their histories are told as those of a `commission`. */
export const commissions = resource("/finance/commission", {
  also: ["commission"],
  // Shown where the days are that another tier has already.
  refusals: { ConflictDateRangeException: "startAt" },
});

/** As many of one store are looked at. */
const MOST = 500;

/**
 * The tiers of a store, whenever they hold.
 *
 * @param storeId null asks for nothing
 */
export function useTiersOf(storeId: string | null) {
  const filters = [{ field: "storeId", values: [storeId ?? ""] }];
  return commissions.useList(storeId ? cursorOf({ take: MOST, filters }) : null);
}

/** Makes tiers of one store, all or none: what was made before one is refused goes again. */
export async function createTiers(tiers: CommissionInput[]): Promise<Commission[]> {
  const made: Commission[] = [];
  try {
    for (const tier of tiers) made.push(await commissions.create(tier));
  } catch (refusal) {
    for (const { id } of made) await commissions.remove(id);
    throw refusal;
  }
  return made;
}
