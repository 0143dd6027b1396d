import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toApiError } from "../api/error";
import { csvName, toCsv } from "../chart/csv";
import { Banner } from "../display/Banner";
import { ProgressBar } from "../display/ProgressBar";
import { Section } from "../display/Section";
import { SimpleTable } from "../display/SimpleTable";
import { NONE } from "../display/values";
import { toastFailure } from "../feedback/toast";
import { FileDrop } from "../files/FileDrop";
import { FILE_TYPES } from "../files/fileTypes";
import { saveFile } from "../files/transfer";
import { useNow } from "../i18n/format";
import { Button, Quiet, Row, Stack } from "../layout/parts";
import type { ImportColumn } from "./check";
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
  remaining: number;
  /** Rows that were refused, by their line and what they are called. */
  failed: { line: number; label: string; message: string }[];
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
  /** Imports the file, which nothing is wrong with; throws an ApiError when it failed. */
  submit: (file: File) => Promise<ImportResult>;
  /** How far `check` or `submit` have come, where they know. */
  progress?: { done: number; total: number | null } | null;
  /** In bytes. */
  maxSize?: number;
  /** What refused rows are called: the table's title, and what `label` is of them. */
  refused?: { title: string; label: string };
}

/**
 * One CSV file: dropped, checked in the background, and imported once nothing is wrong with it. What is wrong is told by
 * line and column. UTF-8, UTF-16 and Windows' own encoding, with semicolons, commas or tabs.
 *
 * @example
 * <Import title={t("import")} hint={t("importHint")} submit={(file) => send("/price/import", file)}
 *   columns={[{ name: "Country", required: true }, { name: "Price", kind: "decimal", example: "4.50" }]} />
 */
export function Import({ title, hint, columns, submit, progress, maxSize, refused, ...props }: ImportProps) {
  const { t, i18n } = useTranslation("parts");
  const now = useNow();
  const [file, setFile] = useState<File | null>(null);
  const [checked, setChecked] = useState<CheckedImport | null>(null);
  const [result, setResult] = useState<ImportResult | null>(null);
  const [startedAt, setStartedAt] = useState<number | null>(null);
  const here = useCheck(columns);
  const check = props.check ?? here.check;
  const isRunning = startedAt !== null;

  const run = async (failure: string, work: () => Promise<void>) => {
    setStartedAt(Date.now());
    try {
      await work();
    } catch (reason) {
      toastFailure(failure, toApiError(reason));
    } finally {
      setStartedAt(null);
    }
  };
  const choose = ([chosen]: File[]) => {
    if (!chosen) return;
    setFile(chosen);
    setChecked(null);
    setResult(null);
    void run(t("import.checkFailed"), async () => setChecked(await check(chosen)));
  };
  const start = () => file && void run(t("import.failed"), async () => setResult(await submit(file)));
  const saveTemplate = () => {
    const rows = [columns.map(({ name }) => name), columns.map(({ example }) => example ?? "")];
    const text = toCsv(
      columns.some(({ example }) => example) ? rows : rows.slice(0, 1),
      i18n.resolvedLanguage ?? "fr",
    );
    saveFile(new Blob([text], { type: "text/csv;charset=utf-8" }), csvName(title));
  };

  const faults = checked?.faults ?? [];
  const failed = result?.failed ?? [];
  const hasFaults = (checked?.faultCount ?? 0) > 0;
  const blocked = !checked ? t("import.noFile") : hasFaults ? t("import.hasFaults") : undefined;
  const known = progress ?? (here.share === null ? null : { done: Math.round(here.share * 100), total: 100 });
  return (
    <Stack>
      <Section
        title={t("import.file")}
        action={
          <Button kind="quiet" icon="download" onClick={saveTemplate}>
            {t("import.template")}
          </Button>
        }
      >
        <Stack>
          <FileDrop
            label={file?.name ?? t("import.drop")}
            hint={hint}
            accept={FILE_TYPES.csv}
            maxSize={maxSize}
            onFiles={choose}
            busy={isRunning}
            error={hasFaults ? t("import.hasFaults") : undefined}
          />
          {isRunning && (
            <ProgressBar
              label={title}
              done={known?.done ?? 0}
              total={known?.total ?? null}
              startedAt={startedAt}
              now={now}
            />
          )}
          <p role="status">
            {checked && !hasFaults && !result && t("import.good", { count: checked.rows })}
            {hasFaults && t("import.bad", { count: checked?.faultCount ?? 0 })}
            {result && t("import.result", { ...result })}
          </p>
          {checked && checked.ignored.length > 0 && (
            <Banner
              tone="warning"
              title={t("import.ignored", {
                count: checked.ignored.length,
                columns: checked.ignored.join(", "),
              })}
            />
          )}
          <Row justify="end">
            <Button kind="primary" icon="upload" busy={isRunning} disabledBecause={blocked} onClick={start}>
              {t("import.start")}
            </Button>
          </Row>
        </Stack>
      </Section>
      {faults.length > 0 && (
        <Section title={t("import.faults")}>
          <SimpleTable
            caption={t("import.faults")}
            rows={faults}
            rowKey={(fault) => `${fault.line} ${fault.column} ${fault.heading} ${fault.message}`}
            columns={[
              { id: "line", header: t("import.line"), align: "right", cell: ({ line }) => line },
              {
                id: "column",
                header: t("import.column"),
                align: "right",
                cell: ({ column }) => column ?? NONE,
              },
              { id: "heading", header: t("import.heading"), cell: ({ heading }) => heading || NONE },
              { id: "message", header: t("import.message"), cell: ({ message }) => message },
            ]}
          />
          {checked && checked.faultCount > faults.length && (
            <Quiet>{t("import.more", { count: checked.faultCount - faults.length })}</Quiet>
          )}
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
        </Section>
      )}
    </Stack>
  );
}
