import { type ApiError, client, resource, type Schemas, unwrap } from "@comptoir/kit";
import useSWR from "swr";
import { refreshFinance } from "../api";

export type Charge = Schemas["RecurringCharge"];
export type ChargeInput = Schemas["RecurringChargeInput"];
export type PeriodType = Schemas["PeriodType"];
export type Applied = Schemas["ChargesApplied"];
export type DueFee = Schemas["DueFee"];

/** Their histories are told as those of a `charge`. */
export const charges = resource("/finance/charge", { also: ["charge"] });

const APPLY = "/finance/charge/apply";

async function askToApply(date: string, preview: boolean): Promise<Applied> {
  return (await unwrap(client.POST(APPLY, { body: { date, preview } }))).data;
}

/**
 * The fees that would come of the periods that begin up to a day.
 *
 * @param date null asks for nothing
 */
export const useDueFees = (date: string | null) =>
  useSWR<Applied, ApiError>(date && [APPLY, date], () => askToApply(date ?? "", true), {
    keepPreviousData: true,
  });

/** Makes those fees. */
export async function applyCharges(date: string): Promise<Applied> {
  const applied = await askToApply(date, false);
  await refreshFinance();
  return applied;
}

/** For the command palette. */
export const findCharges = async (search: string) =>
  (await charges.find(search)).map(({ id, type, description, store }) => ({
    id,
    label: type,
    hint: [store.name, description].join(" · "),
  }));
