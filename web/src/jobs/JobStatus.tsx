import { StatusBadge, type Tone } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { Job } from "./api";

/** What a job's status is called; one that has begun and not ended is running (decision 12). */
export function useJobStatuses(): Record<Job["status"] | "RUNNING", { label: string; tone: Tone }> {
  const { t } = useTranslation("jobs");
  return {
    PENDING: { label: t("status.PENDING"), tone: "new" },
    RUNNING: { label: t("status.RUNNING"), tone: "info" },
    COMPLETED: { label: t("status.COMPLETED"), tone: "success" },
    FAILED: { label: t("status.FAILED"), tone: "critical" },
  };
}

export function JobStatus({ job }: { job: Job }) {
  const statuses = useJobStatuses();
  const isRunning = job.status === "PENDING" && job.startedAt !== null && job.error === null;
  const { label, tone } = statuses[isRunning ? "RUNNING" : job.status];
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
}
