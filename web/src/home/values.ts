import { cursorOf, type Day, type Filter, monthStart, sameDay } from "@comptoir/kit";
import type { Sales } from "../analytics/api";

type Figures = Sales["current"];

/** Days, both included. */
export interface Days {
  from: Day;
  to: Day;
}

/** A month up to today, and the same days of the month before, as far as that has them. */
export function monthUpTo(today: Day): { now: Days; before: Days } {
  const upTo = (day: Day): Days => ({ from: monthStart(day, 0), to: day });
  return { now: upTo(today), before: upTo(sameDay(today, -1)) };
}

/** "octobre", "novembre 2025". */
export const monthName = (language: string | undefined, day: Day, hasYear = false) =>
  new Intl.DateTimeFormat(language, {
    month: "long",
    ...(hasYear && { year: "numeric" as const }),
    timeZone: "UTC",
  }).format(new Date(`${day}T00:00Z`));

/** Whether anything happened in some days, so that others can be held against them. */
export const hasAny = (of: Figures) =>
  [of.commerceOrders, of.seedingOrders, of.cancelledOrders, of.tickets, of.fees].some(
    (value) => Number(value) !== 0,
  );

/** What a list is narrowed by. */
export const one = (field: string, ...values: string[]): Filter => ({ field, values });

/** A list of just what fits. */
export const listed = (list: string, ...filters: Filter[]) => `${list}?cursor=${cursorOf({ filters })}`;
