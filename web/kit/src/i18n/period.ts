import { type Day, daysAfter, monthStart } from "./day";

/** A span of Paris days, both included. */
export interface DateRange {
  from: Day;
  to: Day;
}

/** The periods that are told from today, up to it. */
export const PRESETS = [
  "today",
  "yesterday",
  "week",
  "month",
  "quarter",
  "lastMonth",
  "last3Months",
  "last6Months",
  "yearToDate",
  "lastYear",
] as const;
/** Those that begin with it. */
export const FUTURE_PRESETS = ["nextWeek", "nextMonth"] as const;
export type Preset = (typeof PRESETS)[number] | (typeof FUTURE_PRESETS)[number];

const NAMES: ReadonlySet<unknown> = new Set([...PRESETS, ...FUTURE_PRESETS]);
export const isPreset = (name: unknown): name is Preset => NAMES.has(name);

/**
 * What a preset means on a day. Week, month and quarter are 7, 30 and 90 days that include today; "last" months and
 * years are whole ones, before the present one; "next" ones begin today.
 */
export function presetRange(preset: Preset, today: Day): DateRange {
  const endOfLastMonth = daysAfter(monthStart(today, 0), -1);
  const year = Number(today.slice(0, 4));
  switch (preset) {
    case "today":
      return { from: today, to: today };
    case "yesterday":
      return { from: daysAfter(today, -1), to: daysAfter(today, -1) };
    case "week":
      return { from: daysAfter(today, -6), to: today };
    case "month":
      return { from: daysAfter(today, -29), to: today };
    case "quarter":
      return { from: daysAfter(today, -89), to: today };
    case "lastMonth":
      return { from: monthStart(today, -1), to: endOfLastMonth };
    case "last3Months":
      return { from: monthStart(today, -3), to: endOfLastMonth };
    case "last6Months":
      return { from: monthStart(today, -6), to: endOfLastMonth };
    case "yearToDate":
      return { from: `${year}-01-01`, to: today };
    case "lastYear":
      return { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` };
    case "nextWeek":
      return { from: today, to: daysAfter(today, 6) };
    case "nextMonth":
      return { from: today, to: daysAfter(today, 29) };
  }
}

/** The range after one end was set to `day`: a start after the end moves the other end to the same day. */
export function withEnd(range: Partial<DateRange>, end: "from" | "to", day: Day): DateRange {
  const other = end === "from" ? range.to : range.from;
  const wrong = other === undefined || (end === "from" ? day > other : day < other);
  const kept = wrong ? day : other;
  return end === "from" ? { from: day, to: kept } : { from: kept, to: day };
}
