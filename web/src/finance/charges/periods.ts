import { type Day, daysAfter } from "@comptoir/kit";
import type { PeriodType } from "./api";

/** How the periods of a charge follow each other. */
export interface Rhythm {
  /** The first day of the first one. */
  start: Day;
  /** How many days or months each is long, one at least. */
  length: number;
  unit: PeriodType;
}

/** One period: its first day and its last. */
export interface Period {
  start: Day;
  end: Day;
}

/** The day so many months later, or the last one of its month where that is shorter. */
function monthsAfter(day: Day, months: number): Day {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  const lastOfMonth = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  const first = new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 8);
  return `${first}${String(Math.min(date, lastOfMonth)).padStart(2, "0")}`;
}

/** The first day of a period, counted from 0: each from the start, so that the 31st comes back after February (F7). */
export const startOf = ({ start, length, unit }: Rhythm, number: number): Day =>
  (unit === "MONTH" ? monthsAfter : daysAfter)(start, number * length);

const DAY_MS = 86_400_000;
/** No month is longer, so that no period is skipped. */
const LONGEST = { DAY: 1, MONTH: 31 };

/**
 * The periods that begin on a day or after it, in order.
 *
 * @param from the first day that one may begin on
 * @param until the last such day; null: they go on
 * @param count how many of them
 */
export function periodsFrom(rhythm: Rhythm, from: Day, until: Day | null, count: number): Period[] {
  const days = (Date.parse(from) - Date.parse(rhythm.start)) / DAY_MS;
  let number = Math.max(0, Math.floor(days / (rhythm.length * LONGEST[rhythm.unit])));
  while (startOf(rhythm, number) < from) number += 1;
  const periods: Period[] = [];
  for (; periods.length < count; number += 1) {
    const start = startOf(rhythm, number);
    if (until !== null && start > until) break;
    periods.push({ start, end: daysAfter(startOf(rhythm, number + 1), -1) });
  }
  return periods;
}
