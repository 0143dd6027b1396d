import { type Day, dayOf, daysAfter, isDay } from "@comptoir/kit";
import { type FeeValues, newFee } from "../fees/values";
import type { Charge, ChargeInput, PeriodType } from "./api";
import { type Period, periodsFrom, type Rhythm } from "./periods";

/** A charge as its form has it; store and category are yet to be chosen. */
export interface ChargeValues extends Omit<FeeValues, "initiatedAt"> {
  startedAt: string;
  endedAt: string;
  period: string;
  periodType: PeriodType;
}

/** A new one begins today, each month (specification, document 2, section 9). */
export function newCharge(): ChargeValues {
  const { initiatedAt, ...values } = newFee();
  return { ...values, startedAt: initiatedAt, endedAt: "", period: "1", periodType: "MONTH" };
}

/** A charge's values, as its form begins from them. */
export const toValues = (charge: Charge): ChargeValues => ({
  storeId: charge.store.id,
  type: charge.type,
  category: charge.category,
  description: charge.description,
  internalAmount: charge.internalAmount,
  customerAmount: charge.customerAmount,
  startedAt: charge.startedAt,
  endedAt: charge.endedAt ?? "",
  period: String(charge.period),
  periodType: charge.periodType,
});

/** What the form holds, as the API takes it. */
export const toInput = ({ storeId, category, endedAt, period, ...values }: ChargeValues): ChargeInput => ({
  ...values,
  storeId: storeId ?? "",
  category: category ?? "OTHER",
  endedAt: endedAt || null,
  period: Number(period),
});

export const today = (): Day => dayOf(new Date());

/** How far a charge is. */
export type ChargeStatus = "coming" | "running" | "paused" | "ended";

export function statusOf({ startedAt, endedAt, pausedAt }: Charge, day = today()): ChargeStatus {
  if (endedAt && endedAt < day) return "ended";
  if (pausedAt) return "paused";
  return startedAt > day ? "coming" : "running";
}

/** Which days a charge is about. */
type Course = Pick<Charge, "startedAt" | "endedAt" | "chargedUntil" | "pausedAt" | "period" | "periodType">;

export const rhythmOf = ({ startedAt, period, periodType }: Course): Rhythm => ({
  start: startedAt,
  length: period,
  unit: periodType,
});

/** The periods that begin today or later and were not charged yet; none while it is paused. */
export function nextPeriods(charge: Course, count: number, day = today()): Period[] {
  if (charge.pausedAt) return [];
  const uncharged = charge.chargedUntil ? daysAfter(charge.chargedUntil, 1) : charge.startedAt;
  const from = [uncharged, day].toSorted().at(-1) ?? day;
  return periodsFrom(rhythmOf(charge), from, charge.endedAt, count);
}

/** From which period on other amounts hold: once one was charged, the first that begins after today (F7). */
export const amountsHoldFrom = (charge: Course, day = today()): Day | undefined =>
  periodsFrom(rhythmOf(charge), daysAfter(day, 1), null, 1)[0]?.start;

/** The last day that charges may be applied up to: a year from today. */
export const lastDay = (): Day => daysAfter(today(), 366);

/** What is filled in of a charge's days, with what is known of it; null where that is not enough. */
export function courseOf(
  values: Pick<ChargeValues, "startedAt" | "endedAt" | "period" | "periodType">,
  charge?: Charge,
): Course | null {
  const period = Number(values.period);
  if (!isDay(values.startedAt) || !Number.isInteger(period) || period < 1) return null;
  return {
    startedAt: values.startedAt,
    endedAt: isDay(values.endedAt) ? values.endedAt : null,
    period,
    periodType: values.periodType,
    chargedUntil: charge?.chargedUntil ?? null,
    pausedAt: charge?.pausedAt ?? null,
  };
}

/** As many are counted at most: thirty years of days. */
const MOST = 11_000;

/** How many periods of a new charge have begun before today: the next time that charges are applied brings their fees. */
export const beganBefore = (course: Course, day = today()): number => {
  const yesterday = daysAfter(day, -1);
  const last = course.endedAt && course.endedAt < yesterday ? course.endedAt : yesterday;
  return periodsFrom(rhythmOf(course), course.startedAt, last, MOST).length;
};
