import type { ImportColumn } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { ImportPage } from "./ImportPage";
import { paths } from "./paths";

/** Those of the template; the plugin knows which are read and what they may hold. */
const COLUMNS: ImportColumn[] = [
  { name: "SKU", example: "CPSLBU-DUO001-0001" },
  { name: "Name", example: "Duo" },
  { name: "Variant" },
  { name: "ComponentSKU", example: "CPSL-000042-000M" },
  { name: "Quantity", example: "2" },
  { name: "OptionName1", example: "Edition" },
  { name: "OptionValue1", example: "Limited" },
];

/** Bundles out of a CSV file. */
export default function BundleImport() {
  const { t } = useTranslation("bigblue");
  return (
    <ImportPage
      title={t("bundle.import")}
      hint={t("bundle.importHint")}
      columns={COLUMNS}
      path="/bigblue/bundle/import"
      resource="bigblue/bundle"
      breadcrumbs={[{ label: t("bundle.title"), to: paths.bundles }]}
    />
  );
}
