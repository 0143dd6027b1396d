import { type Day, daysAfter, PRESETS } from "@comptoir/kit";
import type { Spans } from "../spans/values";
import type { Point } from "./api";

/** Every span that has a name. */
export const SPANS: Spans = { names: PRESETS, first: "month" };

/** Both included. */
export interface Days {
  from: Day;
  to: Day;
}

/** A point beside the one at the same place of the days before; null where that has none. */
export interface Compared {
  point: Point;
  days: Days;
  before: Point | null;
  daysBefore: Days | null;
}

/** The days of each point: up to the next one, the last one's up to `to`. */
const daysOf = (points: Point[], to: Day): Days[] =>
  points.map(({ day }, at) => {
    const next = points[at + 1];
    return { from: day, to: next ? daysAfter(next.day, -1) : to };
  });

/**
 * What stands at the same place of both, as both are by day, by week or by month.
 *
 * @param asked the days of all; those before end where they begin
 */
export function compared(points: Point[], before: Point[], { from, to }: Days): Compared[] {
  const days = daysOf(points, to);
  const daysBefore = daysOf(before, daysAfter(from, -1));
  return points.map((point, at) => ({
    point,
    days: days[at] ?? { from, to },
    before: before[at] ?? null,
    daysBefore: daysBefore[at] ?? null,
  }));
}

/** The days of a week that are asked for: the first and the last week may begin before, and end after. */
export const weekWithin = (firstDay: Day, { from, to }: Days): Days => {
  const lastDay = daysAfter(firstDay, 6);
  return { from: firstDay < from ? from : firstDay, to: lastDay > to ? to : lastDay };
};

/** How an audit's rows are put together. */
export const GROUPINGS = ["BARCODE", "PRODUCT"] as const;
export type Grouping = (typeof GROUPINGS)[number];
