import { type Day, dayOf, isDay } from "@comptoir/kit";
import type { StatementEntry } from "./api";

/** Some days, both included. */
export interface Period {
  from: Day;
  to: Day;
}

/** The year of a day. */
export const yearOf = (day: Day = dayOf(new Date())): Period => ({
  from: `${day.slice(0, 4)}-01-01`,
  to: `${day.slice(0, 4)}-12-31`,
});

/** Days that a statement can be asked for; null while somebody still types them, or they are none. */
export const periodOf = (from: string | null, to: string | null): Period | null =>
  from && to && isDay(from) && isDay(to) && from <= to ? { from, to } : null;

/** What a balance means to whom it is told: there is something to pay, nothing, or something to come. */
export type Meaning = "due" | "settled" | "credit";

export function meaningOf(balance: string): Meaning {
  if (!/[1-9]/.test(balance)) return "settled";
  return balance.startsWith("-") ? "credit" : "due";
}

/** A balance without its sign, which its meaning tells. */
export const sizeOf = (balance: string) => balance.replace(/^-/, "");

/** Whether the entries are of more than one organization. */
export const isOfSeveral = (entries: StatementEntry[]) =>
  new Set(entries.map(({ organization }) => organization.id)).size > 1;
