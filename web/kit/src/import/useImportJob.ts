import { useState } from "react";
import { useTranslation } from "react-i18next";
import { attempt } from "../api/hooks";
import { toastFailure } from "../feedback/toast";
import { runningJobOf, trackJobOf } from "../jobs/tracked";
import { useJob, useJobResult } from "../jobs/useJob";
import type { CheckedImport, ImportResult, ImportRun } from "./Import";

/**
 * A file's check and its import, each a job. The import goes on without the page: the activity shows it, and so does the
 * page when it is opened again.
 *
 * @param screen what tells this import from others: the address of its route
 * @param upload sends the file, to be imported or only looked at; the id of the job that does it
 * @param onDone called when an import has ended, well or not
 */
export function useImportJob(
  screen: string,
  upload: (file: File, isCheck: boolean) => Promise<string>,
  onDone: () => void,
) {
  const { t } = useTranslation("parts");
  const [outcome, setOutcome] = useState<ImportRun["outcome"]>(null);
  const [error, setError] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const checking = useJobResult<CheckedImport>();
  const job = useJob<ImportResult | CheckedImport>((done) => {
    if ("error" in done) setError(done.error);
    else setOutcome({ ...done.result, report: done.files[0] });
    onDone();
  }, runningJobOf(screen));

  const start = async (file: File) => {
    setSending(true);
    const sent = await attempt(() => upload(file, false));
    setSending(false);
    if ("error" in sent) return toastFailure(t("import.failed"), sent.error);
    trackJobOf(screen, sent.value);
    job.watch(sent.value);
  };
  const reset = () => {
    setOutcome(null);
    setError(null);
  };
  const run: ImportRun = { ...job, isRunning: isSending || job.isRunning, outcome, error, start, reset };
  return {
    run,
    check: async (file: File) => checking.wait(await upload(file, true)),
    progress: checking.progress,
  };
}
