import { localeOf } from "@comptoir/kit";
import { useTranslation } from "react-i18next";

/** The horizontal axis of months, by their first days: "oct. 2026". */
export function useMonthAxis() {
  const { t, i18n } = useTranslation("analysis");
  const format = new Intl.DateTimeFormat(localeOf(i18n.resolvedLanguage ?? "fr"), {
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  });
  return {
    label: t("months.month"),
    value: ({ month }: { month: string }) => format.format(new Date(`${month}T00:00Z`)),
  };
}
