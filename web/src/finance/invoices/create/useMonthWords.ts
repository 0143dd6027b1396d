import { useFormats } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { MonthWarning } from "./api";

/** What is odd about a month's sales, in a sentence. */
export function useMonthWarning(): (of: MonthWarning) => string {
  const { t } = useTranslation("invoicing");
  const format = useFormats();
  return ({ month, warning }) =>
    ({
      NET_SALES: t("warning.NET_SALES", { month: format.month(month) }),
      MISSING: t("warning.MISSING", { month: format.month(month) }),
      OUTSIDE: t("warning.OUTSIDE", { month: format.month(month) }),
    })[warning];
}
