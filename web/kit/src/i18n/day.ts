/** Business days are Paris days, wherever the browser is. */
export const TIME_ZONE = "Europe/Paris";

/** A day as yyyy-mm-dd. */
export type Day = string;

const ISO = /^\d{4}-\d{2}-\d{2}$/;
/** Day, month, year, as Europe writes them: `01/11/2026`, `1.11.26`, `1-11-2026`. */
const WRITTEN = /^(\d{1,2})[/. -](\d{1,2})[/. -](\d{4}|\d{2})$/;
const parisDay = new Intl.DateTimeFormat("en-CA", { timeZone: TIME_ZONE });

/** The Paris day of a moment. */
export const dayOf = (moment: Date): Day => parisDay.format(moment);

/** Whether the text is a day of the calendar, `2026-02-28`. */
export const isDay = (text: string): text is Day =>
  ISO.test(text) && new Date(`${text}T00:00Z`).toJSON()?.slice(0, 10) === text;

/** The day that somebody typed, in the ISO or the European way, with two digits for a year of this century; null for none. */
export function parseDay(text: string): Day | null {
  const typed = text.trim();
  const [, day = "", month = "", year = ""] = WRITTEN.exec(typed) ?? [];
  const read = year ? `${year.padStart(4, "20")}-${month.padStart(2, "0")}-${day.padStart(2, "0")}` : typed;
  return isDay(read) ? read : null;
}

/** The day `days` after; before with a negative number. */
export function daysAfter(day: Day, days: number): Day {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** The first day of the month `months` after that of `day`. */
export function monthStart(day: Day, months: number): Day {
  const date = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.toISOString().slice(0, 10);
}

/** From the first to the last day of `count` months that begin `from` months after that of `day`. */
export const monthsFrom = (day: Day, from: number, count = 1) => ({
  from: monthStart(day, from),
  to: daysAfter(monthStart(day, from + count), -1),
});

/** The day `months` after, before with a negative number; the last of a month that is shorter. */
export function sameDay(day: Day, months: number): Day {
  const { from, to } = monthsFrom(day, months);
  const same = `${from.slice(0, 8)}${day.slice(8)}`;
  return same < to ? same : to;
}
