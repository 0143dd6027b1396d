import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { MonthWarning } from "./api";

/** A month by the day that it begins with: "October 2026". */
export function useMonthName(): (first: string) => string {
  const { i18n } = useTranslation();
  const language = i18n.resolvedLanguage ?? "fr";
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(language, { month: "long", year: "numeric", timeZone: "UTC" });
    return (first) => format.format(new Date(`${first}T00:00Z`));
  }, [language]);
}

/** What is odd about a month's sales, in a sentence. */
export function useMonthWarning(): (of: MonthWarning) => string {
  const { t } = useTranslation("invoicing");
  const monthName = useMonthName();
  return ({ month, warning }) =>
    ({
      NET_SALES: t("warning.NET_SALES", { month: monthName(month) }),
      MISSING: t("warning.MISSING", { month: monthName(month) }),
      OUTSIDE: t("warning.OUTSIDE", { month: monthName(month) }),
    })[warning];
}
