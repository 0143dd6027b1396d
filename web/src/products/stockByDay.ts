import { type Day, daysAfter } from "@comptoir/kit";
import type { StockDay } from "./api";

/** How far back the plot goes. */
const DAYS = 90;

/**
 * Each day of the last ninety up to today, with what there was at its end: what was told of a day holds until the next one
 * that is told. Before the first nothing is known, and there is no such day.
 *
 * @param told in the order of time
 */
export function stockByDay(told: StockDay[], today: Day): StockDay[] {
  const rows: StockDay[] = [];
  const left = [...told];
  let held: StockDay | undefined;
  for (let day = daysAfter(today, -DAYS); day <= today; day = daysAfter(day, 1)) {
    while (left[0] && left[0].day <= day) held = left.shift();
    if (held) rows.push({ ...held, day });
  }
  return rows;
}
