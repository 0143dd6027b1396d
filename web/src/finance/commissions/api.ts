import { type ApiError, attempt, client, cursorOf, resource, type Schemas, unwrap } from "@comptoir/kit";
import useSWR from "swr";

export type Commission = Schemas["Commission"];
export type CommissionInput = Schemas["CommissionInput"];
export type TiersInput = Schemas["CommissionTiersInput"];
export type Asked = Schemas["CommissionAsked"];
export type Preview = Schemas["CommissionPreview"];

/** Shown where the days are that another tier has already. */
const refusals = { ConflictDateRangeException: "startAt" };

/** Their histories are told as those of a `commission`. */
export const commissions = resource("/finance/commission", { also: ["commission"], refusals });

/** Makes tiers of one store, all or none. */
export const { create: createTiers } = resource("/finance/commission/tiers", {
  also: ["finance/commission", "commission"],
  refusals,
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

const PREVIEW = "/finance/commission/preview";

/** @returns null where some tiers overlap */
async function preview(body: Asked): Promise<Preview | null> {
  const answer = await attempt(() => unwrap(client.POST(PREVIEW, { body })));
  if ("value" in answer) return answer.value.data;
  if (answer.error.status === 409) return null;
  throw answer.error;
}

/**
 * What tiers bring on sales (F9), or that some overlap (null); the last answer stays until the next one is there.
 *
 * @param asked null asks for nothing
 */
export const usePreview = (asked: Asked | null) =>
  useSWR<Preview | null, ApiError>(asked && [PREVIEW, JSON.stringify(asked)], () => preview(asked as Asked), {
    keepPreviousData: true,
    revalidateOnFocus: false,
    shouldRetryOnError: false,
  });
