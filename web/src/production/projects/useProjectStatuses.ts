import type { StatusLook } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { ProjectStatus } from "./api";

/** What the statuses of projects are called, in order, and how they look. */
export function useProjectStatuses(): Record<ProjectStatus, StatusLook> {
  const { t } = useTranslation("projects");
  return {
    DRAFT: { label: t("status.DRAFT"), tone: "new" },
    PENDING: { label: t("status.PENDING"), tone: "info", icon: "pause" },
    IN_PROGRESS: { label: t("status.IN_PROGRESS"), tone: "info", icon: "resume" },
    COMPLETED: { label: t("status.COMPLETED"), tone: "success" },
    CANCELED: { label: t("status.CANCELED"), tone: "critical" },
  };
}
