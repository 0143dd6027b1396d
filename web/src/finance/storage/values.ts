import { type Day, dayOf } from "@comptoir/kit";
import type { MeasureInput } from "./api";

/** Measures as their form has them; a store is yet to be chosen. */
export interface StorageValues {
  measures: { storeId: string | null; startsAt: string; volume: string }[];
}

/** What the form holds, as the API takes it. */
export const toMeasures = (typed: StorageValues["measures"]): MeasureInput[] =>
  typed.map(({ storeId, ...measure }) => ({ ...measure, storeId: storeId ?? "" }));

/** The first day of the half-month that a day lies in: the 1st or the 16th (F12). */
export const lastHalfMonth = (day: Day = dayOf(new Date())): Day =>
  `${day.slice(0, 8)}${day.slice(8) < "16" ? "01" : "16"}`;
