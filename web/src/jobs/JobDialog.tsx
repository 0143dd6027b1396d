import {
  attempt,
  Button,
  Code,
  CopyId,
  DateTime,
  Dialog,
  ErrorView,
  Facts,
  NONE,
  Row,
  Section,
  SkeletonLines,
  Stack,
  toast,
  toastFailure,
  useFormats,
  useGet,
} from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type Job, jobs } from "./api";
import { JobStatus } from "./JobStatus";
import { ReconcileReport } from "./ReconcileReport";
import { useDuration } from "./useDuration";
import { useJobName } from "./useJobName";

function Actions({ job, onRetried }: { job: Job; onRetried: (id: string) => void }) {
  const { t } = useTranslation("jobs");
  const [busy, setBusy] = useState(false);
  const retry = async () => {
    setBusy(true);
    const asked = await attempt(() => jobs.post("retry", job.id));
    setBusy(false);
    if ("error" in asked) return toastFailure(t("retry.failed"), asked.error);
    toast(t("retry.done"));
    onRetried(asked.value.id);
  };
  const cancel = async () => {
    setBusy(true);
    const ended = await attempt(() => jobs.remove(job.id));
    setBusy(false);
    if ("error" in ended) toastFailure(t("cancel.failed"), ended.error);
    else toast(t("cancel.done"));
  };
  return (
    <Row>
      {job.status === "FAILED" && (
        <Button kind="primary" icon="synchronize" busy={busy} onClick={() => void retry()}>
          {t("retry.action")}
        </Button>
      )}
      {job.status === "PENDING" && (
        <Button busy={busy} onClick={() => void cancel()}>
          {t("cancel.action")}
        </Button>
      )}
    </Row>
  );
}

function Detail({ id, onRetried }: { id: string; onRetried: (id: string) => void }) {
  const { t } = useTranslation("jobs");
  const { number } = useFormats();
  const duration = useDuration();
  const nameOf = useJobName();
  const { data: job, error, mutate } = useGet("/job/{id}", { params: { path: { id } } });
  if (error) return <ErrorView error={error} retry={() => void mutate()} />;
  if (!job) return <SkeletonLines lines={8} />;
  const { progress } = job;
  const total = progress?.total ? ` / ${number(progress.total)}` : "";
  return (
    <Stack>
      <Facts
        facts={[
          { label: t("column.status"), value: <JobStatus job={job} /> },
          { label: t("column.name"), value: nameOf(job.name) },
          { label: t("column.note"), value: job.progress?.note || NONE },
          { label: t("column.consumer"), value: job.consumer },
          { label: t("column.identifier"), value: <CopyId value={job.identifier} /> },
          { label: t("column.created"), value: <DateTime at={job.createdAt} /> },
          { label: t("column.updated"), value: <DateTime at={job.updatedAt} /> },
          { label: t("column.duration"), value: duration(job.duration) },
          { label: t("column.attempts"), value: number(job.attempts) },
          { label: t("column.progress"), value: progress ? `${number(progress.done)}${total}` : NONE },
        ]}
      />
      {job.error && (
        <Section title={t("column.error")}>
          <Code>{job.error}</Code>
        </Section>
      )}
      <ReconcileReport job={job} />
      <Actions job={job} onRetried={onRetried} />
    </Stack>
  );
}

/** One job, and what can be done with it. */
export function JobDialog(props: { id: string | null; onOpen: (id: string) => void; onClose: () => void }) {
  const { t } = useTranslation("jobs");
  return (
    <Dialog title={t("list.job")} open={props.id !== null} onClose={props.onClose} wide>
      {props.id && <Detail id={props.id} onRetried={props.onOpen} />}
    </Dialog>
  );
}
