import {
  Dock,
  ProgressBar,
  refresh,
  StatusBadge,
  toast,
  toastError,
  useFormats,
  useGet,
  useNow,
} from "@comptoir/kit";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { forgetJobs, type Job, jobKey, useTrackedJobs } from "./jobs";

/** How often a running job is asked for, in case its events do not come through. */
const ASK_EVERY_MS = 3_000;

function useJobTitle(job: Job | undefined): string {
  const { t } = useTranslation("jobs");
  const titles: Record<string, string> = { "orders.synchronize": t("name.ordersSynchronize") };
  return job ? (titles[job.name] ?? job.name) : t("name.unknown");
}

function useCompleted(job: Job | undefined): string {
  const { t } = useTranslation("jobs");
  const { number } = useFormats();
  const count = job?.progress?.done ?? 0;
  return t("completed", { count, done: number(count) });
}

/** Says it once when a job that was seen running ends, and shows what it changed. */
function useEndToast(job: Job | undefined, title: string) {
  const { t } = useTranslation("jobs");
  const wasRunning = useRef(false);
  const status = job?.status;
  const completed = useCompleted(job);
  const error = job?.error;
  useEffect(() => {
    if (status === "PENDING") wasRunning.current = true;
    if (!wasRunning.current || !status || status === "PENDING") return;
    wasRunning.current = false;
    if (status === "COMPLETED") toast(completed, title);
    else toastError(error ?? t("failed"), title);
    void refresh("order");
  }, [status, completed, error, title, t]);
}

function JobRow({ id }: { id: string }) {
  const { t } = useTranslation("jobs");
  const [path, init] = jobKey(id);
  const { data: job, error } = useGet(path, init, {
    refreshInterval: (known) => (known && known.status !== "PENDING" ? 0 : ASK_EVERY_MS),
  });
  const title = useJobTitle(job);
  const completed = useCompleted(job);
  const tick = useNow();
  useEndToast(job, title);
  if (error) return <p>{t("lost")}</p>;
  if (!job) return null;
  return (
    <div>
      <p>
        {title}
        {job.identifier && ` · ${job.identifier}`}
      </p>
      {job.status === "PENDING" ? (
        <ProgressBar
          label={title}
          done={job.progress?.done ?? 0}
          total={job.progress?.total ?? null}
          startedAt={job.startedAt ? Date.parse(job.startedAt) : null}
          now={Math.max(tick, Date.parse(job.updatedAt))}
        />
      ) : (
        <StatusBadge tone={job.status === "COMPLETED" ? "success" : "critical"}>
          {job.status === "COMPLETED" ? completed : (job.error ?? t("failed"))}
        </StatusBadge>
      )}
    </div>
  );
}

/** The work that was started in this tab, on every page until it is closed. */
export function JobDock() {
  const { t } = useTranslation("jobs");
  const { ids } = useTrackedJobs();
  if (ids.length === 0) return null;
  return (
    <Dock title={t("title")} closeLabel={t("close")} onClose={forgetJobs}>
      {ids.map((id) => (
        <JobRow key={id} id={id} />
      ))}
    </Dock>
  );
}
