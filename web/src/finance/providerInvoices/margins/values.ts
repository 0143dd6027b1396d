import { addDecimals, type Day, dayOf, isDay, monthStart, monthsFrom } from "@comptoir/kit";
import type { Figures, MonthMargin } from "./api";

/** Some days, both included, and a store; null: all of them. */
export interface Asked {
  from: Day;
  to: Day;
  storeId: string | null;
}

/** What is asked for, as the form has it. */
export interface MarginsValues {
  period: { from: string; to: string };
  storeId: string | null;
}

/** As many months as are looked at before somebody asks for others: a year, the present month included. */
const MONTHS = 12;

/** The days that are looked at before somebody asks for others. */
export const usualPeriod = (today: Day = dayOf(new Date())) => monthsFrom(today, 1 - MONTHS, MONTHS);

/** What an address asks for: `?from=…&to=…&store=…`. */
export function toValues(query: URLSearchParams, today: Day = dayOf(new Date())): MarginsValues {
  const days = { from: query.get("from") ?? "", to: query.get("to") ?? "" };
  const isPeriod = isDay(days.from) && isDay(days.to);
  return { period: isPeriod ? days : usualPeriod(today), storeId: query.get("store") };
}

/** An address that asks for it, whatever else it says; what everybody sees first says nothing. */
export function withValues(
  query: URLSearchParams,
  { period, storeId }: MarginsValues,
  today: Day = dayOf(new Date()),
): URLSearchParams {
  const usual = usualPeriod(today);
  const isUsual = period.from === usual.from && period.to === usual.to;
  const said = { from: isUsual ? null : period.from, to: isUsual ? null : period.to, store: storeId };
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(said))
    if (value) next.set(name, value);
    else next.delete(name);
  return next;
}

/** What the API is asked; null while the days are being typed. */
export const toAsked = ({ period: { from, to }, storeId }: MarginsValues): Asked | null =>
  isDay(from) && isDay(to) && from <= to ? { from, to, storeId } : null;

const NOTHING: Figures = { amount: "0", amountCharged: "0", amountPaidByCustomer: "0", margin: "0" };

/** The months without a gap: those between two that have invoices came to nothing. */
export function withoutGaps(months: MonthMargin[]): MonthMargin[] {
  const [first] = months;
  const last = months.at(-1);
  if (!first || !last) return [];
  const known = new Map(months.map((each) => [each.month, each]));
  const all: MonthMargin[] = [];
  for (let month = first.month; month <= last.month; month = monthStart(month, 1))
    all.push(known.get(month) ?? { month, ...NOTHING });
  return all;
}

/** What figures come to together. */
export function totalOf(all: Figures[]): Figures {
  const sum = (of: (each: Figures) => string) => addDecimals(all.map(of));
  return {
    amount: sum(({ amount }) => amount),
    amountCharged: sum(({ amountCharged }) => amountCharged),
    amountPaidByCustomer: sum(({ amountPaidByCustomer }) => amountPaidByCustomer),
    margin: sum(({ margin }) => margin),
  };
}
