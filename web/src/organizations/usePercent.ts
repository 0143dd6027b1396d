import { useTranslation } from "react-i18next";

/** A share as the API writes it, `"33.5"`, as percent: `33,5 %`. */
export function usePercent(): (percent: string) => string {
  const { i18n } = useTranslation();
  const locale = i18n.resolvedLanguage === "en" ? "en-GB" : "fr-FR";
  const format = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 2 });
  return (percent) => format.format(Number(percent) / 100);
}
