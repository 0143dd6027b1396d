import { useMemo } from "react";
import { useTranslation } from "react-i18next";

/** A month by the day that it begins with: "October 2026". */
export function useMonthName(): (first: string) => string {
  const { i18n } = useTranslation();
  const language = i18n.resolvedLanguage ?? "fr";
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(language, { month: "long", year: "numeric", timeZone: "UTC" });
    return (first) => format.format(new Date(`${first}T00:00Z`));
  }, [language]);
}
