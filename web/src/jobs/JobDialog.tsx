import {
  Button,
  Code,
  CopyId,
  DateTime,
  Dialog,
  Facts,
  Loaded,
  NONE,
  Row,
  Section,
  Stack,
  useAct,
  useFormats,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { type Job, jobs } from "./api";
import { JobStatus } from "./JobStatus";
import { ReconcileReport } from "./ReconcileReport";
import { useDuration } from "./useDuration";
import { useJobConsumer, useJobName } from "./useJobName";
import { useFailure } from "./useOutcome";

function Actions({ job, onRetried }: { job: Job; onRetried: (id: string) => void }) {
  const { t } = useTranslation("jobs");
  const [retry, isRetrying] = useAct(() => ({
    run: () => jobs.post("retry", job.id),
    failed: t("retry.failed"),
    done: t("retry.done"),
    after: ({ id }) => onRetried(id),
  }));
  const [cancel, isCancelling] = useAct(() => ({
    run: () => jobs.remove(job.id),
    failed: t("cancel.failed"),
    done: t("cancel.done"),
  }));
  return (
    <Row>
      {job.status === "FAILED" && (
        <Button kind="primary" icon="synchronize" busy={isRetrying} onClick={() => void retry()}>
          {t("retry.action")}
        </Button>
      )}
      {job.status === "PENDING" && (
        <Button busy={isCancelling} onClick={() => void cancel()}>
          {t("cancel.action")}
        </Button>
      )}
    </Row>
  );
}

function Detail({ job, onRetried }: { job: Job; onRetried: (id: string) => void }) {
  const { t } = useTranslation("jobs");
  const { number } = useFormats();
  const duration = useDuration();
  const nameOf = useJobName();
  const consumerOf = useJobConsumer();
  const failure = useFailure()(job);
  const { progress } = job;
  const total = progress?.total ? ` / ${number(progress.total)}` : "";
  return (
    <Stack>
      <Facts
        facts={[
          { label: t("column.status"), value: <JobStatus job={job} /> },
          { label: t("column.name"), value: nameOf(job) },
          { label: t("column.note"), value: job.subject || job.progress?.note || NONE },
          { label: t("column.consumer"), value: consumerOf(job) },
          { label: t("column.identifier"), value: <CopyId value={job.identifier} /> },
          { label: t("column.created"), value: <DateTime at={job.createdAt} /> },
          { label: t("column.updated"), value: <DateTime at={job.updatedAt} /> },
          { label: t("column.duration"), value: duration(job.duration) },
          { label: t("column.attempts"), value: number(job.attempts) },
          { label: t("column.progress"), value: progress ? `${number(progress.done)}${total}` : NONE },
        ]}
      />
      {failure && (
        <Section title={t("column.error")}>
          <Code>{failure}</Code>
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
  const job = jobs.useOne(props.id);
  return (
    <Dialog title={t("list.job")} open={props.id !== null} onClose={props.onClose} wide>
      <Loaded of={job} lines={8}>
        {(job) => <Detail job={job} onRetried={props.onOpen} />}
      </Loaded>
    </Dialog>
  );
}
