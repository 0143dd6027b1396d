import { client, Import, type ImportColumn, Page, refresh, unwrap, useImportJob } from "@comptoir/kit";
import { useTranslation } from "react-i18next";

const MOST_BYTES = 20 * 1024 * 1024;

type ImportPath = "/bigblue/bundle/import" | "/bigblue/product/import";

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

/** One CSV file, which Bigblue's rules are checked for by a job before another imports it. */
export function ImportPage({ path, resource, title, breadcrumbs, ...props }: ImportPageProps) {
  const { t } = useTranslation("bigblue");
  const upload = async (file: File, isCheck: boolean) => {
    const query = isCheck ? { check: "true" as const } : {};
    // A browser knows a file's type by its name only, and Windows calls CSV a spreadsheet.
    const sent = { bodySerializer: () => file, headers: { "content-type": "text/csv" } };
    return (await unwrap(client.POST(path, { params: { query }, body: "", ...sent }))).data.job;
  };
  const imported = useImportJob(path, upload, () => void refresh(resource));
  return (
    <Page title={title} breadcrumbs={breadcrumbs} width="text">
      <Import
        {...props}
        {...imported}
        title={title}
        maxSize={MOST_BYTES}
        refused={{ title: t("import.refused"), label: t("product.sku") }}
      />
    </Page>
  );
}
