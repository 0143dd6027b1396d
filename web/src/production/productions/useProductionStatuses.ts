import type { StatusLook } from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { ProductionStatus } from "./api";

/** What the statuses of productions are called, in the order of the board, and how they look. */
export function useProductionStatuses(): Record<ProductionStatus, StatusLook> {
  const { t } = useTranslation("productions");
  return useMemo(
    () => ({
      DRAFT: { label: t("status.DRAFT"), tone: "new" },
      SAMPLING: { label: t("status.SAMPLING"), tone: "attention" },
      IN_PRODUCTION: { label: t("status.IN_PRODUCTION"), tone: "info", icon: "resume" },
      QUALITY_CONTROL: { label: t("status.QUALITY_CONTROL"), tone: "info", icon: "search" },
      SHIPPED: { label: t("status.SHIPPED"), tone: "info", icon: "shipped" },
      DONE: { label: t("status.DONE"), tone: "success" },
      CANCELED: { label: t("status.CANCELED"), tone: "critical" },
    }),
    [t],
  );
}
