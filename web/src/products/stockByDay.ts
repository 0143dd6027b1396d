import { type Day, daysAfter } from "@comptoir/kit";
import type { StockDay } from "./api";

/** How far back the plot goes. */
const DAYS = 90;

/**
 * Each day of the last ninety up to today, with what there was at its end: what is known of a day holds until the next one
 * of which something is. Before the first nothing is known, and there is no such day.
 *
 * @param known in the order of time
 */
export function stockByDay(known: StockDay[], today: Day): StockDay[] {
  const rows: StockDay[] = [];
  const left = [...known];
  let latest: StockDay | undefined;
  for (let day = daysAfter(today, -DAYS); day <= today; day = daysAfter(day, 1)) {
    while (left[0] && left[0].day <= day) latest = left.shift();
    if (latest) rows.push({ ...latest, day });
  }
  return rows;
}
