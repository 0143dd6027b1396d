import { fold } from "../form/fold";
import { type Day, dayOf } from "../i18n/day";

/** A month as the API writes it, `2026-11`. */
export type Month = string;

/** The present day in Paris, where business days are counted. */
export const today = (): Day => dayOf(new Date());

/** `2026-11-01` as it is typed, `01/11/2026`; any other text as it is. */
export const formatDay = (value: Day) => value.replace(/^(\d{4})-(\d{2})-(\d{2})$/, "$3/$2/$1");

/** `2026-11` as it is typed, `11/2026`; any other text as it is. */
export const formatMonth = (value: Month) => value.replace(/^(\d{4})-(\d{2})$/, "$2/$1");

const plain = (text: string) => fold(text).replaceAll(".", "");

/** The names of the months, from January. */
function monthNames(language: string): string[] {
  const format = new Intl.DateTimeFormat(language, { month: "long", timeZone: "UTC" });
  return Array.from({ length: 12 }, (_, month) => plain(format.format(Date.UTC(2026, month, 1))));
}

/** A month as people type it: `11/2026`, `11/26`, `nov. 2026`, or as the API writes it; null when it is none. */
export function parseMonth(text: string, language: string): Month | null {
  const bare = plain(text.trim()).replace(/^(\d{4})-(\d{1,2})$/, "$2/$1");
  const [, spoken = "", year = ""] = /^(\d{1,2}|\p{L}{3,})[/ .-]?(\d{4}|\d{2})$/u.exec(bare) ?? [];
  const names = monthNames(language);
  const meant = names.filter((name) => name.startsWith(spoken));
  const month = meant.length === 1 ? names.indexOf(meant[0] ?? "") + 1 : Number(spoken);
  if (!year || !(month >= 1 && month <= 12)) return null;
  return `${year.padStart(4, "20")}-${String(month).padStart(2, "0")}`;
}
