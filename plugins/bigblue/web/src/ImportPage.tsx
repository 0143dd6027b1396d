import {
  ApiError,
  type CheckedImport,
  client,
  Import,
  type ImportColumn,
  type ImportResult,
  Page,
  refresh,
  toast,
  toastFailure,
  unwrap,
  useJob,
} from "@comptoir/kit";
import { useRef } from "react";
import { useTranslation } from "react-i18next";

const MOST_BYTES = 20 * 1024 * 1024;

/** What a run of the import tells; a long file takes several. */
type ImportPath = "/bigblue/bundle/import" | "/bigblue/product/import";

interface Run extends Omit<ImportResult, "failed"> {
  failed: { sku: string; line: number; message: string }[];
}

/** Jobs of the plugin one after the other, each awaited to its end. */
function useRuns() {
  const end = useRef<{ resolve: (result: unknown) => void; reject: (reason: ApiError) => void } | null>(null);
  const job = useJob<unknown>((done) => {
    if ("result" in done) end.current?.resolve(done.result);
    else end.current?.reject(new ApiError(500, { message: done.error }));
  });
  const run = async <Result,>(
    path: ImportPath,
    file: File,
    query: { check?: "true" } = {},
  ): Promise<Result> => {
    // A browser knows a file's type by its name only, and Windows calls CSV a spreadsheet.
    const sent = { bodySerializer: () => file, headers: { "content-type": "text/csv" } };
    const { job: id } = (await unwrap(client.POST(path, { params: { query }, body: "", ...sent }))).data;
    return new Promise<unknown>((resolve, reject) => {
      end.current = { resolve, reject };
      job.watch(id);
    }) as Promise<Result>;
  };
  return { run, progress: job.progress };
}

interface ImportPageProps {
  title: string;
  /** Which columns the file has. */
  hint: string;
  columns: ImportColumn[];
  path: ImportPath;
  /** What is fetched again afterwards. */
  resource: string;
  breadcrumbs: { label: string; to: string }[];
}

/** One CSV file, which Bigblue's rules are checked for by a job before it is imported. */
export function ImportPage({ path, resource, title, breadcrumbs, ...props }: ImportPageProps) {
  const { t } = useTranslation("bigblue");
  const { run, progress } = useRuns();
  const submit = async (file: File): Promise<ImportResult> => {
    let told = null as ImportResult | null;
    // Bigblue takes so many calls a minute: a long file comes in several runs, as long as one gets on.
    for (;;) {
      try {
        const { failed, ...last } = await run<Run>(path, file);
        told = {
          ...last,
          created: (told?.created ?? 0) + last.created,
          updated: (told?.updated ?? 0) + last.updated,
          failed: failed.map(({ sku, ...row }) => ({ ...row, label: sku })),
        };
        void refresh(resource);
        if (last.remaining > 0 && last.created + last.updated > 0) continue;
        toast(t("import.done", { count: told.created + told.updated }));
        return told;
      } catch (reason) {
        // What earlier runs did is done.
        if (!told) throw reason;
        toastFailure(t("import.failed"), reason);
        return told;
      }
    }
  };
  return (
    <Page title={title} breadcrumbs={breadcrumbs} width="text">
      <Import
        {...props}
        title={title}
        check={(file) => run<CheckedImport>(path, file, { check: "true" })}
        submit={submit}
        progress={progress}
        maxSize={MOST_BYTES}
        refused={{ title: t("import.refused"), label: t("product.sku") }}
      />
    </Page>
  );
}
