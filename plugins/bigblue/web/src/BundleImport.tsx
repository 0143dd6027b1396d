import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { ImportPage } from "./ImportPage";
import { paths } from "./paths";

/** Bundles out of a CSV file. */
export default function BundleImport() {
  const { t } = useTranslation("bigblue");
  const list = t("bundle.title");
  const breadcrumbs = useMemo(() => [{ label: list, to: paths.bundles }], [list]);
  return (
    <ImportPage
      title={t("bundle.import")}
      hint={t("bundle.importHint")}
      path="/bigblue/bundle/import"
      resource="bigblue/bundle"
      breadcrumbs={breadcrumbs}
    />
  );
}
