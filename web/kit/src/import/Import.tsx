import { useState } from "react";
import { useTranslation } from "react-i18next";
import { attempt } from "../api/hooks";
import { saveCsv } from "../chart/csv";
import { Banner } from "../display/Banner";
import { ProgressBar } from "../display/ProgressBar";
import { Section } from "../display/Section";
import { SimpleTable } from "../display/SimpleTable";
import { useAct } from "../feedback/act";
import { toastFailure } from "../feedback/toast";
import { FileDrop } from "../files/FileDrop";
import { FILE_TYPES } from "../files/fileTypes";
import { downloadStored } from "../files/stored";
import { useNow } from "../i18n/format";
import { Button, Quiet, Row, Stack } from "../layout/parts";
import type { ImportColumn } from "./check";
import { FaultTable } from "./FaultTable";
import { PasteRows } from "./PasteRows";
import { type Fault, useCheck } from "./useCheck";

/** What a file holds, as a check tells it. */
export interface CheckedImport {
  rows: number;
  faults: Fault[];
  /** All of them, of which `faults` may be the first. */
  faultCount: number;
  /** Headings of columns that nobody reads. */
  ignored: string[];
}

/** What came of an import. */
export interface ImportResult {
  created: number;
  updated: number;
  unchanged: number;
  /** Rows that were refused, by their line and what they are called. */
  failed: { line: number; label: string; message: string }[];
  /** All of them, of which `failed` may be the first. */
  failedCount: number;
}

/** An import: under way, or what came of the last one. */
export interface ImportRun {
  /** Imports the file, which nothing is wrong with. */
  start: (file: File) => void;
  isRunning: boolean;
  /** In milliseconds; null while it waits. */
  startedAt: number | null;
  /** How far it is, where it knows. */
  progress: { done: number; total: number | null } | null;
  /** With the file that tells what came of each row. A file that something is wrong with after all is as if checked. */
  outcome: ((ImportResult | CheckedImport) & { report?: { id: string; name: string } }) | null;
  /** Why it failed. */
  error: string | null;
  /** Forgets what came of the last one. */
  reset: () => void;
}

interface ImportProps {
  /** What is done: "Import products". Names the template too. */
  title: string;
  /** Which columns the file has, in words. */
  hint: string;
  /** Those of the template, which the file is checked against in the browser unless there is a `check`. */
  columns: ImportColumn[];
  /** Checks the file elsewhere; throws an ApiError when it could not be checked. */
  check?: (file: File) => Promise<CheckedImport>;
  /** The import itself: mostly `useImportJob`. */
  run: ImportRun;
  /** How far `check` has come, where it knows. */
  progress?: { done: number; total: number | null } | null;
  /** In bytes. */
  maxSize?: number;
  /** Rows may be pasted as well: what the field for them is called. */
  paste?: string;
  /** What came of it, in the words of what is imported. */
  outcome?: (result: ImportResult) => string;
  /** What refused rows are called: the table's title, and what `label` is of them. */
  refused?: { title: string; label: string };
}

/**
 * One CSV file: dropped, checked in the background, and imported once nothing is wrong with it. What is wrong is told by
 * line and column. UTF-8, UTF-16 and Windows' own encoding, with semicolons, commas or tabs.
 *
 * @example
 * <Import title={t("import")} hint={t("importHint")} {...useImportJob("/price/import", upload, refreshPrices)}
 *   columns={[{ name: "Country", required: true }, { name: "Price", kind: "decimal", example: "4.50" }]} />
 */
export function Import(given: ImportProps) {
  const { title, hint, columns, run, progress, maxSize, refused, paste, ...props } = given;
  const { t, i18n } = useTranslation(["parts", "kit"]);
  const now = useNow();
  const [file, setFile] = useState<File | null>(null);
  const [checked, setChecked] = useState<CheckedImport | null>(null);
  const [checkedSince, setCheckedSince] = useState<number | null>(null);
  const here = useCheck(columns);
  const isBusy = checkedSince !== null || run.isRunning;

  const report = run.outcome?.report;
  const [download, isDownloading] = useAct(() => ({
    run: async () => report && downloadStored(report.id),
    failed: t("kit:files.downloadFailed", { name: report?.name }),
  }));

  const choose = async ([chosen]: File[]) => {
    if (!chosen) return;
    setFile(chosen);
    setChecked(null);
    run.reset();
    setCheckedSince(Date.now());
    const found = await attempt(() => (props.check ?? here.check)(chosen));
    setCheckedSince(null);
    if ("error" in found) toastFailure(t("import.checkFailed"), found.error);
    else setChecked(found.value);
  };
  const start = () => {
    if (!file) return;
    run.reset();
    run.start(file);
  };
  const saveTemplate = () => {
    const rows = [columns.map(({ name }) => name), columns.map(({ example }) => example ?? "")];
    const hasExamples = columns.some(({ example }) => example);
    saveCsv(title, hasExamples ? rows : rows.slice(0, 1), i18n.resolvedLanguage ?? "fr");
  };

  const result = run.outcome && "failed" in run.outcome ? run.outcome : null;
  const read = run.outcome && "faults" in run.outcome ? run.outcome : checked;
  const faults = read?.faults ?? [];
  const failed = result?.failed ?? [];
  const hasFaults = (read?.faultCount ?? 0) > 0;
  const isDone = result !== null && result.failedCount === 0;
  /** The file that was dropped; of pasted rows the field above tells. */
  const dropped = file && file.name !== paste ? file : null;
  const why = () => {
    if (isDone) return t("import.done");
    if (!read) return t("import.noFile");
    return hasFaults ? t("import.hasFaults") : undefined;
  };
  const share = here.share === null ? null : { done: Math.round(here.share * 100), total: 100 };
  const known = run.isRunning ? run.progress : (progress ?? share);
  return (
    <Stack>
      <Section
        title={paste ? t("import.rows") : t("import.file")}
        action={
          <Button kind="quiet" icon="download" onClick={saveTemplate}>
            {t("import.template")}
          </Button>
        }
      >
        <Stack>
          {paste && (
            <PasteRows
              label={paste}
              columns={columns}
              busy={isBusy}
              onText={(text) => void choose([new File([text], paste, { type: "text/csv" })])}
            />
          )}
          <FileDrop
            label={dropped?.name ?? t("import.drop")}
            compact={paste !== undefined}
            hint={hint}
            accept={FILE_TYPES.csv}
            maxSize={maxSize}
            onFiles={(files) => void choose(files)}
            busy={isBusy}
            error={hasFaults && (dropped || !paste) ? t("import.hasFaults") : undefined}
          />
          {isBusy && (
            <ProgressBar
              label={title}
              done={known?.done ?? 0}
              total={known?.total ?? null}
              startedAt={run.isRunning ? run.startedAt : checkedSince}
              now={now}
            />
          )}
          <p role="status">
            {run.isRunning && t("import.running")}
            {read && !hasFaults && !result && !run.isRunning && t("import.good", { count: read.rows })}
            {hasFaults && t("import.bad", { count: read?.faultCount ?? 0 })}
            {result && (props.outcome?.(result) ?? t("import.result", { ...result }))}
          </p>
          {run.error !== null && (
            <Banner tone="critical" title={t("import.failed")}>
              <p>{run.error}</p>
            </Banner>
          )}
          {read && read.ignored.length > 0 && (
            <Banner
              tone="warning"
              title={t("import.ignored", {
                count: read.ignored.length,
                columns: read.ignored.join(", "),
              })}
            />
          )}
          <Row justify="end">
            {report && (
              <Button icon="download" busy={isDownloading} onClick={() => void download()}>
                {t("import.report")}
              </Button>
            )}
            <Button kind="primary" icon="upload" busy={isBusy} disabledBecause={why()} onClick={start}>
              {t("import.start")}
            </Button>
          </Row>
        </Stack>
      </Section>
      {faults.length > 0 && (
        <Section title={t("import.faults")}>
          <FaultTable faults={faults} count={read?.faultCount ?? 0} />
        </Section>
      )}
      {failed.length > 0 && (
        <Section title={refused?.title ?? t("import.refused")}>
          <SimpleTable
            caption={refused?.title ?? t("import.refused")}
            rows={failed}
            rowKey={({ line, label }) => `${line} ${label}`}
            columns={[
              { id: "line", header: t("import.line"), align: "right", cell: ({ line }) => line },
              { id: "label", header: refused?.label ?? t("import.row"), cell: ({ label }) => label },
              { id: "message", header: t("import.message"), cell: ({ message }) => message },
            ]}
          />
          {result && result.failedCount > failed.length && (
            <Quiet>{t("import.more", { count: result.failedCount - failed.length })}</Quiet>
          )}
        </Section>
      )}
    </Stack>
  );
}
