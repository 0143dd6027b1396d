import { Banner, Dialog, type Job, ProgressBar, Quiet, Stack, useNow } from "@comptoir/kit";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Work } from "./useWork";

interface WorkWindowProps<Result> {
  work: Work<Result>;
  title: string;
  /** What did not happen when it fails. */
  failure: string;
  /** What came of it. */
  result: (result: Result, files: Job["files"]) => ReactNode;
  /** What is said and asked before it begins. */
  children: ReactNode;
}

function UnderWay({ work, label }: { work: Work<unknown>; label: string }) {
  const { t } = useTranslation("work");
  const now = useNow();
  const { progress, startedAt } = work;
  return (
    <Stack>
      <ProgressBar
        label={label}
        done={progress?.done ?? 0}
        total={progress?.total ?? null}
        startedAt={startedAt}
        now={now}
      />
      {progress?.note && <Quiet>{progress.note}</Quiet>}
      <p role="status">{t("running")}</p>
    </Stack>
  );
}

/** A window that asks before some work, follows it and tells what came of it. It may be closed at any time. */
export function WorkWindow<Result>({ work, title, failure, result, children }: WorkWindowProps<Result>) {
  const { ended } = work;
  const content = () => {
    if (work.isRunning) return <UnderWay work={work as Work<unknown>} label={title} />;
    if (ended === null) return children;
    if ("result" in ended) return result(ended.result, ended.files);
    return (
      <Banner tone="critical" title={failure}>
        <p>{ended.error}</p>
      </Banner>
    );
  };
  return (
    <Dialog title={title} open={work.isOpen} onClose={work.close} wide>
      {content()}
    </Dialog>
  );
}
