import type { StatusLook } from "@comptoir/kit";
import { useTranslation } from "react-i18next";

/** The statuses of the specification, in the order of an order's life. */
export function useStatuses(): Record<string, StatusLook> {
  const { t } = useTranslation("orders");
  return {
    CREATED: { label: t("status.CREATED"), tone: "info" },
    PENDING: { label: t("status.PENDING"), tone: "new", icon: "clock" },
    BACKORDER: { label: t("status.BACKORDER"), tone: "warning" },
    ACTION_REQUIRED: { label: t("status.ACTION_REQUIRED"), tone: "warning" },
    EXCEPTION: { label: t("status.EXCEPTION"), tone: "critical" },
    IN_PREPARATION: { label: t("status.IN_PREPARATION"), tone: "new", icon: "product" },
    PICKED: { label: t("status.PICKED"), tone: "info", icon: "product" },
    HANDED_OVER: { label: t("status.HANDED_OVER"), tone: "new", icon: "shipped" },
    SHIPPED: { label: t("status.SHIPPED"), tone: "success", icon: "shipped" },
    DELIVERED: { label: t("status.DELIVERED"), tone: "success", icon: "delivered" },
    RETURNED: { label: t("status.RETURNED"), tone: "warning", icon: "returned" },
    CANCELLED: { label: t("status.CANCELLED"), tone: "attention" },
    CODE_UNSPECIFIED: { label: t("status.CODE_UNSPECIFIED"), tone: "new" },
  };
}
