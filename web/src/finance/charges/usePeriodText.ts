import { useTranslation } from "react-i18next";
import { fetchTexts } from "../../i18n";
import type { PeriodType } from "./api";

// For the pages of others.
fetchTexts("charges");

/** How often a charge comes, in words: "every 3 months". */
export function usePeriodText() {
  const { t } = useTranslation("charges");
  return (of: { period: number; periodType: PeriodType }) =>
    of.periodType === "DAY" ? t("every.day", { count: of.period }) : t("every.month", { count: of.period });
}
