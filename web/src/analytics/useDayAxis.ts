import { localeOf } from "@comptoir/kit";
import { useTranslation } from "react-i18next";

/** The horizontal axis of days: "9 nov." — of years "9 nov. 2025". */
export function useDayAxis(label: string, days: string[]) {
  const { i18n } = useTranslation();
  const isLong = new Set(days.map((day) => day.slice(0, 4))).size > 1;
  const format = new Intl.DateTimeFormat(localeOf(i18n.resolvedLanguage ?? "fr"), {
    day: "numeric",
    month: "short",
    ...(isLong && { year: "numeric" as const }),
    timeZone: "UTC",
  });
  return { label, text: (day: string) => format.format(new Date(`${day}T00:00Z`)) };
}
