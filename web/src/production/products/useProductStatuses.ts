import type { StatusLook } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { ProjectProductStatus } from "./api";

/** What the statuses of products are called, in order, and how they look. */
export function useProductStatuses(): Record<ProjectProductStatus, StatusLook> {
  const { t } = useTranslation("projectProducts");
  return {
    DRAFT: { label: t("status.DRAFT"), tone: "new" },
    IMPORTED: { label: t("status.IMPORTED"), tone: "success", icon: "upload" },
    IN_PROGRESS: { label: t("status.IN_PROGRESS"), tone: "info", icon: "resume" },
    READY: { label: t("status.READY"), tone: "success" },
    CANCELED: { label: t("status.CANCELED"), tone: "critical" },
  };
}
