import type { Point } from "../analytics/api";
import type { Days } from "./values";

/** The orders of a day of the month; null: the month has no such day. */
export interface DayRow {
  day: number;
  now: number;
  before: number | null;
}

/** Orders by day of the month. Days that a series leaves out had none. */
export function byDay(days: { now: Days; before: Days }, points: Point[], earlier: Point[]): DayRow[] {
  const counts = (of: Point[]) =>
    new Map(of.map((point) => [Number(point.day.slice(8)), point.commerceOrders]));
  const [now, before] = [counts(points), counts(earlier)];
  const [last, lastBefore] = [Number(days.now.to.slice(8)), Number(days.before.to.slice(8))];
  return Array.from({ length: last }, (_, at) => ({
    day: at + 1,
    now: now.get(at + 1) ?? 0,
    before: at < lastBefore ? (before.get(at + 1) ?? 0) : null,
  }));
}
