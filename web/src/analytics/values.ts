import { addDecimals, type Day, daysAfter } from "@comptoir/kit";
import type { Spans } from "../spans/values";
import type { AuditRow, Point } from "./api";

/** Every span that has a name. */
export const SPANS: Spans = {
  names: [
    ...(["today", "yesterday", "week", "month", "quarter"] as const),
    ...(["lastMonth", "last3Months", "last6Months", "yearToDate", "lastYear"] as const),
  ],
  first: "month",
};

/** A point beside the one at the same place of the days before; null where that has none. */
export interface Compared {
  point: Point;
  /** Its last day. */
  last: Day;
  before: Point | null;
}

/**
 * What stands at the same place of both, as both are by day, by week or by month.
 *
 * @param to the last day of all
 */
export const compared = (points: Point[], before: Point[], to: Day): Compared[] =>
  points.map((point, at) => {
    const next = points[at + 1];
    return { point, last: next ? daysAfter(next.day, -1) : to, before: before[at] ?? null };
  });

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
