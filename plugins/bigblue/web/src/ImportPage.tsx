import {
  Banner,
  Button,
  FILE_TYPES,
  FileDrop,
  NONE,
  Page,
  ProgressBar,
  Quiet,
  Row,
  refresh,
  Section,
  SimpleTable,
  Stack,
  sendPlugin,
  toApiError,
  toast,
  toastError,
  toastFailure,
  useJob,
  useNow,
} from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";

const MOST_BYTES = 20 * 1024 * 1024;

/** Something in the file that is wrong. */
interface Fault {
  line: number;
  column: number | null;
  heading: string;
  message: string;
}

interface Checked {
  rows: number;
  faults: Fault[];
  faultCount: number;
  /** Headings of columns that nobody reads. */
  ignored: string[];
}

interface Imported {
  created: number;
  updated: number;
  unchanged: number;
  remaining: number;
  failed: { sku: string; line: number; message: string }[];
}

type Result = Partial<Checked> & Partial<Imported>;

interface ImportPageProps {
  title: string;
  /** Which columns the file has. */
  hint: string;
  /** Below `/api`. */
  path: string;
  /** What is fetched again afterwards. */
  resource: string;
  breadcrumbs: { label: string; to: string }[];
}

/** One CSV file: checked in the background, and imported once nothing is wrong with it. */
export function ImportPage({ path, resource, ...props }: ImportPageProps) {
  const { t } = useTranslation("bigblue");
  const now = useNow();
  const [file, setFile] = useState<File | null>(null);
  const [checked, setChecked] = useState<Checked | null>(null);
  const [imported, setImported] = useState<Imported | null>(null);
  const [startedAt, setStartedAt] = useState<number | null>(null);

  const begin = async (chosen: File, check: boolean) => {
    try {
      const asked = check ? `${path}?check=true` : path;
      job.watch((await sendPlugin<{ job: string }>("POST", asked, chosen)).job);
    } catch (reason) {
      toastFailure(t(check ? "import.checkFailed" : "import.failed"), toApiError(reason));
    }
  };
  const take = (result: Result) => {
    if (result.faults) return setChecked(result as Checked);
    const run = result as Imported;
    const sum = {
      ...run,
      created: (imported?.created ?? 0) + run.created,
      updated: (imported?.updated ?? 0) + run.updated,
    };
    setImported(sum);
    void refresh(resource);
    // Bigblue takes so many calls a minute: a long file comes in several runs, as long as one gets on.
    if (run.remaining > 0 && run.created + run.updated > 0 && file) return void begin(file, false);
    toast(t("import.done", { count: sum.created + sum.updated }));
  };
  const job = useJob<Result>((done) => {
    if ("result" in done) take(done.result);
    else toastError(done.error, t("import.failed"));
  });
  const choose = ([chosen]: File[]) => {
    if (!chosen) return;
    setFile(chosen);
    setChecked(null);
    setImported(null);
    setStartedAt(Date.now());
    void begin(chosen, true);
  };
  const start = () => {
    if (!file) return;
    setStartedAt(Date.now());
    void begin(file, false);
  };

  const faults = checked?.faults ?? [];
  const failed = imported?.failed ?? [];
  const blocked = !checked ? t("import.noFile") : faults.length > 0 ? t("import.hasFaults") : undefined;
  return (
    <Page title={props.title} breadcrumbs={props.breadcrumbs} width="text">
      <Section title={t("import.file")}>
        <Stack>
          <FileDrop
            label={file?.name ?? t("import.drop")}
            hint={props.hint}
            accept={FILE_TYPES.csv}
            maxSize={MOST_BYTES}
            onFiles={choose}
            busy={job.isRunning}
            error={faults.length > 0 ? t("import.hasFaults") : undefined}
          />
          {job.isRunning && (
            <ProgressBar
              label={props.title}
              done={job.progress?.done ?? 0}
              total={job.progress?.total ?? null}
              startedAt={startedAt}
              now={now}
            />
          )}
          <p role="status">
            {checked && faults.length === 0 && !imported && t("import.good", { count: checked.rows })}
            {faults.length > 0 && t("import.bad", { count: checked?.faultCount ?? 0 })}
            {imported && t("import.result", { ...imported })}
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
            <Button
              kind="primary"
              icon="upload"
              busy={job.isRunning}
              disabledBecause={blocked}
              onClick={start}
            >
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
            rowKey={(fault) => `${fault.line} ${fault.heading} ${fault.message}`}
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
        <Section title={t("import.refused")}>
          <SimpleTable
            caption={t("import.refused")}
            rows={failed}
            rowKey={(row) => row.sku}
            columns={[
              { id: "line", header: t("import.line"), align: "right", cell: ({ line }) => line },
              { id: "sku", header: t("product.sku"), cell: ({ sku }) => sku },
              { id: "message", header: t("import.message"), cell: ({ message }) => message },
            ]}
          />
        </Section>
      )}
    </Page>
  );
}
