import {
  Activity,
  Button,
  clearEndedJobs,
  endJob,
  type Job,
  jobKey,
  Link,
  ProgressBar,
  Quiet,
  Row,
  refreshEverything,
  StatusBadge,
  toast,
  toastError,
  useCan,
  useGet,
  useNow,
  usePlugins,
  useTrackedJobs,
} from "@comptoir/kit";
import { useEffect, useEffectEvent } from "react";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { downloadPath } from "../downloads/paths";
import { useWords } from "../i18n/useWords";
import { useJobName } from "../jobs/useJobName";
import { itemsOf, useFailure, useItems, useOutcome } from "../jobs/useOutcome";

/** How often a running job is asked for, in case its events do not come through. */
const ASK_EVERY_MS = 3_000;

/** The screen of a plugin that started a job: what its tasks do only the screen's own name tells. */
function useStarter(id: string) {
  const { base } = useArea();
  const { data: plugins } = usePlugins();
  const path = useTrackedJobs(({ startedBy }) => startedBy[id]);
  return plugins?.flatMap(({ screens }) => screens).find((screen) => screen.path === `${base}${path}`);
}

function useJobTitle(starter: ReturnType<typeof useStarter>, job: Job | undefined): string {
  const { t } = useTranslation("jobs");
  const nameOf = useJobName();
  const words = useWords();
  if (starter) return words(starter.label);
  return job ? nameOf(job) : t("unknown");
}

/** Says it once when a job fails, and when the last of those that run together has ended. */
function useEndToast(job: Job | undefined, title: string) {
  const { t } = useTranslation("jobs");
  const items = useItems();
  const outcome = useOutcome();
  const failure = useFailure();
  const { batch, ended } = useTrackedJobs();
  const tell = useEffectEvent((job: Job) => {
    const all = endJob(job.id, itemsOf(job));
    // In case its events did not come through either.
    if (all !== null) void refreshEverything();
    if (job.status === "FAILED") toastError(failure(job) ?? t("failed"), title);
    else if (all !== null)
      toast(`${t("completed")} · ${batch.length > 1 ? items(all) : outcome(job)}`, title);
  });
  const isNews = job !== undefined && job.status !== "PENDING" && !(job.id in ended);
  useEffect(() => {
    if (isNews) tell(job);
  }, [isNews, job]);
}

/** One job: how far it is, or what came of it. */
function JobRow({ id }: { id: string }) {
  const { t } = useTranslation("jobs");
  const { data: job, error } = useGet(...jobKey(id));
  const starter = useStarter(id);
  const title = useJobTitle(starter, job);
  const outcome = useOutcome();
  const failure = useFailure();
  const tick = useNow();
  const { data: plugins } = usePlugins();
  if (error) return <p>{t("lost")}</p>;
  if (!job) return null;
  const [file] = job.files;
  // One store may have several connections, whose jobs have one name.
  const connector = plugins?.find(({ id }) => id === job.consumer)?.name;
  const named = [title, job.subject, connector].filter(Boolean).join(" · ");
  return (
    <div>
      <p>{starter ? <Link to={starter.path}>{named}</Link> : named}</p>
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
          <Quiet>{failure(job) ?? outcome(job)}</Quiet>
          {file && <Link to={downloadPath(file.id)}>{t("download")}</Link>}
        </Row>
      )}
    </div>
  );
}

/** Follows one job to its end, whether or not the panel is open. */
function JobWatch({ id }: { id: string }) {
  const [path, init] = jobKey(id);
  const { data: job } = useGet(path, init, { refreshInterval: ASK_EVERY_MS });
  useEndToast(job, useJobTitle(useStarter(id), job));
  return null;
}

/** The work that somebody started: how much runs, and on demand each job with its progress or result. */
export default function JobActivity() {
  const { t } = useTranslation("jobs");
  const can = useCan();
  const area = useArea();
  const { ids, ended } = useTrackedJobs();
  const running = ids.filter((id) => !(id in ended));
  return (
    <>
      {running.map((id) => (
        <JobWatch key={id} id={id} />
      ))}
      <Activity
        title={t("title")}
        label={t("running", { count: running.length })}
        icon={running.length > 0 ? "synchronize" : "check"}
        count={running.length}
        foot={
          <>
            <Button kind="quiet" onClick={clearEndedJobs}>
              {t("clear")}
            </Button>
            {can("SUPER_ADMIN") && (
              <Button kind="quiet" to={`${area.base}/developer/job`}>
                {t("all")}
              </Button>
            )}
          </>
        }
      >
        {() => ids.map((id) => <JobRow key={id} id={id} />)}
      </Activity>
    </>
  );
}
