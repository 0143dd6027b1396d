import { TIME_ZONE } from "../i18n/format";

/** A day as yyyy-mm-dd. */
export type Day = string;

/** A span of Paris days, both included. */
export interface DateRange {
  from: Day;
  to: Day;
}

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
export type Preset = (typeof PRESETS)[number];

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const parisDay = new Intl.DateTimeFormat("en-CA", { timeZone: TIME_ZONE });

/** The Paris day of a moment. */
export const dayOf = (moment: Date): Day => parisDay.format(moment);

/** Whether the text is a day that exists. */
export function isDay(text: string): text is Day {
  const parsed = new Date(`${text}T00:00:00Z`);
  return DAY.test(text) && !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text);
}

/** The first day of the month `months` before that of `day`. */
function monthStart(day: Day, months: number): Day {
  const date = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() - months);
  return date.toISOString().slice(0, 10);
}

/** The day `days` before. */
export function daysBefore(day: Day, days: number): Day {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - days);
  return date.toISOString().slice(0, 10);
}

/**
 * What a preset means on a day. Week, month and quarter are 7, 30 and 90 days that include today; "last" months and
 * years are whole ones, before the present one.
 */
export function presetRange(preset: Preset, today: Day): DateRange {
  const endOfLastMonth = daysBefore(monthStart(today, 0), 1);
  const year = Number(today.slice(0, 4));
  switch (preset) {
    case "today":
      return { from: today, to: today };
    case "yesterday":
      return { from: daysBefore(today, 1), to: daysBefore(today, 1) };
    case "week":
      return { from: daysBefore(today, 6), to: today };
    case "month":
      return { from: daysBefore(today, 29), to: today };
    case "quarter":
      return { from: daysBefore(today, 89), to: today };
    case "lastMonth":
      return { from: monthStart(today, 1), to: endOfLastMonth };
    case "last3Months":
      return { from: monthStart(today, 3), to: endOfLastMonth };
    case "last6Months":
      return { from: monthStart(today, 6), to: endOfLastMonth };
    case "yearToDate":
      return { from: `${year}-01-01`, to: today };
    case "lastYear":
      return { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` };
  }
}

/**
 * The range after one end was set to `day`: a start after the end moves the other end to the same day, and no day is
 * after today.
 */
export function withEnd(range: Partial<DateRange>, end: "from" | "to", day: Day, today: Day): DateRange {
  const set = day > today ? today : day;
  const other = end === "from" ? range.to : range.from;
  const wrong = other === undefined || (end === "from" ? set > other : set < other);
  const kept = wrong ? set : other;
  return end === "from" ? { from: set, to: kept } : { from: kept, to: set };
}
