import { useTranslation } from "react-i18next";
import { useMonthName } from "../useMonthName";
import type { MonthWarning } from "./api";

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
