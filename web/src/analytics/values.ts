import { addDecimals, type Day, daysAfter, PRESETS } from "@comptoir/kit";
import type { Spans } from "../spans/values";
import type { AuditRow, Point } from "./api";

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

/** A record over all countries. */
export interface AuditSum {
  barcode: string;
  sku: string;
  product: string;
  quantity: number;
  priceExVat: string;
  countries: number;
}

/** How an audit's rows are put together. */
export const GROUPINGS = ["barcode", "product"] as const;
export type Grouping = (typeof GROUPINGS)[number];

/**
 * An audit's rows by barcode, or by name: what was sold to all countries, the most first.
 *
 * @param rows the most sold first
 */
export function summed(rows: AuditRow[], by: Grouping): AuditSum[] {
  const groups = new Map<string, AuditRow[]>();
  for (const row of rows) groups.set(row[by], [...(groups.get(row[by]) ?? []), row]);
  const sums = [...groups.values()].map((group) => {
    const each = (name: "barcode" | "sku" | "product") =>
      [...new Set(group.map((row) => row[name]))].join(", ");
    return {
      barcode: each("barcode"),
      sku: each("sku"),
      product: each("product"),
      quantity: group.reduce((sum, { quantity }) => sum + quantity, 0),
      priceExVat: addDecimals(group.map(({ priceExVat }) => priceExVat)),
      countries: new Set(group.map(({ countryCode }) => countryCode)).size,
    };
  });
  return sums.sort((a, b) => b.quantity - a.quantity);
}
