import {
  Dock,
  endJob,
  forgetJobs,
  type Job,
  jobKey,
  ProgressBar,
  Quiet,
  Row,
  refresh,
  StatusBadge,
  toast,
  toastError,
  useFormats,
  useGet,
  useNow,
  useTrackedJobs,
} from "@comptoir/kit";
import { useEffect, useEffectEvent } from "react";
import { useTranslation } from "react-i18next";
import { useJobName } from "../jobs/useJobName";

/** An id tells people nothing. */
const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i;
/** How often a running job is asked for, in case its events do not come through. */
const ASK_EVERY_MS = 3_000;

function useJobTitle(job: Job | undefined): string {
  const { t } = useTranslation("jobs");
  const nameOf = useJobName();
  return job ? nameOf(job.name) : t("name.unknown");
}

function useItems(): (count: number) => string {
  const { t } = useTranslation("jobs");
  const { number } = useFormats();
  return (count) => t("items", { count, done: number(count) });
}

/** Says it once when a job fails, and when the last of those in the dock has ended. */
function useEndToast(job: Job | undefined, title: string) {
  const { t } = useTranslation("jobs");
  const items = useItems();
  const tell = useEffectEvent((ended: Job) => {
    for (const resource of ["order", "product", "bundle", "ticket"]) void refresh(resource);
    const all = endJob(ended.id, ended.progress?.done ?? 0);
    if (ended.status === "FAILED") toastError(ended.error ?? t("failed"), title);
    else if (all !== null) toast(`${t("completed")} · ${items(all)}`, title);
  });
  const { ended } = useTrackedJobs();
  const isNews = job !== undefined && job.status !== "PENDING" && !(job.id in ended);
  useEffect(() => {
    if (isNews) tell(job);
  }, [isNews, job]);
}

function JobRow({ id }: { id: string }) {
  const { t } = useTranslation("jobs");
  const [path, init] = jobKey(id);
  const { data: job, error } = useGet(path, init, {
    refreshInterval: (known) => (known && known.status !== "PENDING" ? 0 : ASK_EVERY_MS),
  });
  const title = useJobTitle(job);
  const items = useItems();
  const tick = useNow();
  useEndToast(job, title);
  if (error) return <p>{t("lost")}</p>;
  if (!job) return null;
  return (
    <div>
      <p>
        {title}
        {job.identifier && !UUID.test(job.identifier) && ` · ${job.identifier}`}
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
        <Row>
          <StatusBadge tone={job.status === "COMPLETED" ? "success" : "critical"}>
            {job.status === "COMPLETED" ? t("completed") : t("failed")}
          </StatusBadge>
          <Quiet>{job.error ?? items(job.progress?.done ?? 0)}</Quiet>
        </Row>
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
