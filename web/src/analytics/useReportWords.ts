import { useTranslation } from "react-i18next";
import type { Basis, Sales } from "./api";
import type { Grouping } from "./values";

/** What a point of time is: a day, a week or a month. */
export function useStepNames(): Record<Sales["step"], string> {
  const { t } = useTranslation("analytics");
  return { DAY: t("step.DAY"), WEEK: t("step.WEEK"), MONTH: t("step.MONTH") };
}

/** By which day a unit counts. */
export function useBasisNames(): Record<Basis, string> {
  const { t } = useTranslation("analytics");
  return { SHIPPED: t("audit.bases.SHIPPED"), SOLD: t("audit.bases.SOLD") };
}

/** How an audit's rows are put together, as a choice and as the title of what comes of it. */
export function useGroupings(): Record<Grouping, { choice: string; title: string }> {
  const { t } = useTranslation("analytics");
  return {
    BARCODE: { choice: t("audit.groups.barcode"), title: t("audit.by.barcode") },
    PRODUCT: { choice: t("audit.groups.product"), title: t("audit.by.product") },
  };
}
