import { type Day, daysAfter, monthsFrom } from "../i18n/day";
import type { DateRange } from "../i18n/period";
import type { Month } from "./calendar";

/** Whether the text is a month that a calendar can show with the days around it. */
export const isMonth = (text: string): text is Month => /^[12]\d{3}-(0[1-9]|1[0-2])$/.test(text);

/** The weeks that a month has a day in, Monday first; the days of the others around it are of other months. */
export function weeksOf(month: Month): Day[][] {
  const { from, to } = monthsFrom(`${month}-01`, 0);
  // JavaScript's weeks begin on Sunday.
  const first = daysAfter(from, -((new Date(from).getUTCDay() + 6) % 7));
  const weeks: Day[][] = [];
  for (let monday = first; monday <= to; monday = daysAfter(monday, 7))
    weeks.push(Array.from({ length: 7 }, (_, day) => daysAfter(monday, day)));
  return weeks;
}

/** The first and the last day that a `MonthDays` shows: what it is to be fetched for. */
export function shownDays(month: Month): DateRange {
  const days = weeksOf(month).flat();
  return { from: days[0] as Day, to: days.at(-1) as Day };
}
