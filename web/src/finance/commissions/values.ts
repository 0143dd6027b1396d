import { type Day, dayOf, isDay } from "@comptoir/kit";
import { isNumber } from "../decimals";
import type { Asked, Commission, CommissionInput, TiersInput } from "./api";

/** As much of the sales as tiers are made of, in euros (specification, document 1, section 5). */
export const MAX_SALES = 9_999_999;
/** As many tiers as one fills in at once. */
export const MAX_TIERS = 20;
/** Percent of a new tier (specification, document 2, section 9). */
const RATE = "20.00";

/** A part of the sales, in euros as exact decimals, and its rate in percent; null: it has no end. */
export interface Tier {
  min: string;
  max: string | null;
  rate: string;
}

/** In the order of where they begin. */
export const inOrder = <T extends Tier>(tiers: T[]): T[] =>
  tiers.toSorted((a, b) => Number(a.min) - Number(b.min));

/** New tiers as their form has them: each begins where the one before ends, and an empty end is none. */
export interface TiersValues {
  storeId: string | null;
  startAt: string;
  endAt: string;
  minAmount: string;
  tiers: { maxAmount: string; rate: string }[];
}

export const newTiers = (): TiersValues => ({
  storeId: null,
  startAt: dayOf(new Date()),
  endAt: "",
  minAmount: "0.00",
  tiers: [{ maxAmount: "", rate: RATE }],
});

/** What a tier that is added begins as. */
export const NEW_TIER: TiersValues["tiers"][number] = { maxAmount: "", rate: RATE };

/** The tiers that are filled in. */
export const tiersOf = ({ minAmount, tiers }: Pick<TiersValues, "minAmount" | "tiers">): Tier[] =>
  tiers.map(({ maxAmount, rate }, at) => ({
    min: tiers[at - 1]?.maxAmount ?? minAmount,
    max: maxAmount || null,
    rate,
  }));

/** What is wrong with how the tiers follow each other, by the place of the tier. */
export function problemsOf(values: Pick<TiersValues, "minAmount" | "tiers">): Map<number, "open" | "order"> {
  const problems = new Map<number, "open" | "order">();
  tiersOf(values).forEach(({ min, max }, at, all) => {
    if (max === null && at < all.length - 1) problems.set(at, "open");
    if (max !== null && Number(max) <= Number(min)) problems.set(at, "order");
  });
  return problems;
}

/** Tiers of these days, as the API takes them. */
const toTiers = ({ startAt, endAt }: Pick<TiersValues, "startAt" | "endAt">, tiers: Tier[]) =>
  tiers.map(({ min, max, rate }) => ({
    ...{ startAt, endAt: endAt || null },
    ...{ minAmount: min, maxAmount: max, rate },
  }));

/** What the form holds, as the API takes it. */
export const toTiersInput = (values: TiersValues): TiersInput => ({
  storeId: values.storeId ?? "",
  tiers: toTiers(values, tiersOf(values)),
});

/** What the form calls a field of `toTiersInput`: days are those of all tiers, and a tier begins where the one before ends. */
export const atTierField = (field: string): string =>
  field.replace(/^tiers\[(\d+)\]\.(startAt|endAt|minAmount)$/, (_, at: string, name: string) =>
    name === "minAmount" && at !== "0" ? `tiers[${Number(at) - 1}].maxAmount` : name,
  );

/** A tier that is there, as its form has it. */
export interface CommissionValues {
  startAt: string;
  endAt: string;
  minAmount: string;
  maxAmount: string;
  rate: string;
}

export const toValues = ({ startAt, endAt, minAmount, maxAmount, rate }: Commission): CommissionValues => ({
  startAt,
  endAt: endAt ?? "",
  minAmount,
  maxAmount: maxAmount ?? "",
  rate,
});

export const toInput = (
  { store }: Commission,
  { endAt, maxAmount, ...values }: CommissionValues,
): CommissionInput => ({ ...values, storeId: store.id, endAt: endAt || null, maxAmount: maxAmount || null });

interface Validity {
  startAt: string;
  endAt?: string | null;
}

/** How far a tier is on a day. */
export type CommissionStatus = "coming" | "running" | "ended";

export function statusOf({ startAt, endAt }: Validity, day = dayOf(new Date())): CommissionStatus {
  if (endAt && endAt < day) return "ended";
  return startAt > day ? "coming" : "running";
}

/** The day on which tiers are looked at: today, or where they do not hold the nearest day that they do. */
export const dayWithin = ({ startAt, endAt }: Validity, day: Day = dayOf(new Date())): Day => {
  if (startAt > day) return startAt;
  return endAt && endAt < day ? endAt : day;
};

/** The tiers that hold on a day, but for one. */
export const othersOn = (tiers: Commission[], day: Day, id?: string): (Tier & { id: string })[] =>
  tiers
    .filter((tier) => tier.id !== id && statusOf(tier, day) === "running")
    .map(({ id, minAmount, maxAmount, rate }) => ({
      id,
      min: minAmount,
      max: maxAmount,
      rate,
    }));

/** What is being filled in. */
export interface Filled {
  storeId: string | null;
  startAt: string;
  endAt: string;
  tiers: Tier[];
}

/** What a commission is counted on. */
export interface SalesValues {
  netSales: string;
  internalShipping: string;
}

const isThreshold = (amount: string) => isNumber(amount, 0, MAX_SALES);

const isWhole = ({ min, max, rate }: Tier) =>
  isThreshold(min) &&
  (max === null || (isThreshold(max) && Number(max) > Number(min))) &&
  isNumber(rate, 0, 100);

/**
 * What the API is asked about tiers that are filled in; null while something of it is being typed.
 *
 * @param id the commission that they take the place of
 */
export function toAsked(
  filled: Filled,
  { netSales, internalShipping }: SalesValues,
  id?: string,
): Asked | null {
  const { storeId, startAt, endAt, tiers } = filled;
  const areDays = isDay(startAt) && (endAt === "" || (isDay(endAt) && startAt <= endAt));
  const areSales = isNumber(netSales, -MAX_SALES, MAX_SALES) && isThreshold(internalShipping);
  if (!areDays || !areSales || !tiers.every(isWhole)) return null;
  return {
    storeId,
    date: dayWithin(filled),
    netSales,
    internalShipping,
    drafts: toTiers(filled, tiers),
    exceptId: id ?? null,
  };
}
