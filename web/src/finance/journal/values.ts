import { type Day, dayOf } from "@comptoir/kit";

/** As many years as the books are kept for (commercial code, L123-22). */
const KEPT = 10;

/** The accounts of a year are closed in the first months of the next. */
const MARCH = "03";

/** The years that one may ask for, the present one first. */
export const yearsAt = (day: Day = dayOf(new Date())) =>
  Array.from({ length: KEPT + 1 }, (_, before) => String(Number(day.slice(0, 4)) - before));

/** The year whose journal is most likely wanted: the last one until March is over. */
export const usualYear = (day: Day = dayOf(new Date())) =>
  String(Number(day.slice(0, 4)) - (day.slice(5, 7) <= MARCH ? 1 : 0));
