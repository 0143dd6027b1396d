import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { formatDecimal } from "../form/decimal";
import { type Day, TIME_ZONE } from "./day";
import { localeOf } from "./locale";

const DAY_MS = 86_400_000;

/** Numbers, money and dates as a reader of one language expects them. */
export interface Formats {
  number(value: number): string;
  /** A number or the API's decimal, `40` or `"33.5"`, as percent: "33,5 %". */
  percent(value: number | string): string;
  /** How a share changed, signed, with one decimal: `0.25` is "+25.0 %". */
  change(share: number): string;
  /** An exact decimal as the API writes it, `"2.60"`, every digit kept. */
  decimal(value: string): string;
  /** An exact decimal as the API writes it, `"32.80"`, in an ISO 4217 currency. */
  money(amount: string, currency?: string): string;
  /** The day in Paris in digits: 20/11/2026, in Turkish 20.11.2026. */
  date(at: string | Date): string;
  /** The day in words: "Friday, 20 November 2026". */
  day(at: string | Date): string;
  /** The month of a day in words: "November 2026". */
  month(day: Day): string;
  /** Hours and minutes in Paris. */
  time(at: string | Date): string;
  /** Day and time to the second, with the zone. */
  full(at: string | Date): string;
  /** "3 hours ago" under 24 hours, else the date. */
  ago(at: string, now: number): string;
  country(code: string): string;
}

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["hour", 3_600_000],
  ["minute", 60_000],
];
/** Under a minute it is "now": the page's clock ticks slower than a second. */
const NOW = ["second", 60_000] as const;

const byLocale = new Map<string, Formats>();

/** Made once a language: making Intl's objects takes longer than whatever they format. */
export function formats(language: string): Formats {
  const locale = localeOf(language);
  const known = byLocale.get(locale);
  if (known) return known;
  const created = formatsIn(locale);
  byLocale.set(locale, created);
  return created;
}

function formatsIn(locale: string): Formats {
  const number = new Intl.NumberFormat(locale);
  const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 2 });
  const change = new Intl.NumberFormat(locale, {
    style: "percent",
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: "exceptZero",
  });
  const date = new Intl.DateTimeFormat(locale, {
    timeZone: TIME_ZONE,
    day: "2-digit",
    month: "2-digit",
    year: "numeric",
  });
  const day = new Intl.DateTimeFormat(locale, { timeZone: TIME_ZONE, dateStyle: "full" });
  const month = new Intl.DateTimeFormat(locale, { timeZone: "UTC", month: "long", year: "numeric" });
  const time = new Intl.DateTimeFormat(locale, { timeZone: TIME_ZONE, timeStyle: "short" });
  const full = new Intl.DateTimeFormat(locale, { timeZone: TIME_ZONE, dateStyle: "full", timeStyle: "long" });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  const regions = new Intl.DisplayNames(locale, { type: "region", fallback: "code" });
  const moneys = new Map<string, Intl.NumberFormat>();

  const money = (currency: string) => {
    const known = moneys.get(currency);
    if (known) return known;
    const created = new Intl.NumberFormat(locale, { style: "currency", currency });
    moneys.set(currency, created);
    return created;
  };

  return {
    number: (value) => number.format(value),
    percent: (value) => percent.format(Number(value) / 100),
    change: (share) => change.format(share),
    decimal: (value) => formatDecimal(value, locale),
    // A string keeps every digit, where a float would not.
    money: (amount, currency = "EUR") => money(currency).format(amount as Intl.StringNumericLiteral),
    date: (at) => date.format(new Date(at)),
    day: (at) => day.format(new Date(at)),
    month: (day) => month.format(new Date(`${day.slice(0, 7)}-01`)),
    time: (at) => time.format(new Date(at)),
    full: (at) => full.format(new Date(at)),
    ago(at, now) {
      const past = now - Date.parse(at);
      if (Math.abs(past) >= DAY_MS) return date.format(new Date(at));
      const [unit, length] = UNITS.find(([, ms]) => Math.abs(past) >= ms) ?? NOW;
      return relative.format(-Math.trunc(past / length), unit);
    },
    country: (code) => (/^[A-Z]{2}$/.test(code) ? (regions.of(code) ?? code) : code),
  };
}

/** The formats of the present language. */
export function useFormats(): Formats {
  const { i18n } = useTranslation();
  return formats(i18n.resolvedLanguage ?? "fr");
}

const TICK_MS = 30_000;
const listeners = new Set<() => void>();
let now = Date.now();
let ticking: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void) {
  listeners.add(listener);
  now = Date.now();
  ticking ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(ticking);
      ticking = undefined;
    }
  };
}

/** The time in milliseconds, renewed twice a minute by one timer for the whole page. */
export const useNow = () => useSyncExternalStore(subscribe, () => now);
