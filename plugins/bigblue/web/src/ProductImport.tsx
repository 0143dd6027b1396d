import type { ImportColumn } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { ImportPage } from "./ImportPage";
import { paths } from "./paths";

/** Those of the template; the plugin knows which are read and what they may hold. */
const COLUMNS: ImportColumn[] = [
  { name: "SKU", example: "CPSL-000042-000M" },
  { name: "Name", example: "T-shirt" },
  { name: "Description", example: "100 % cotton" },
  { name: "Barcode", example: "3760000000017" },
  { name: "Value", example: "12.50" },
  { name: "Currency", example: "EUR" },
  { name: "TariffNumber", example: "6109.90.90" },
  { name: "OriginCountry", example: "TR" },
  { name: "CustomsDescription", example: "Cotton T-shirt" },
  { name: "OptionName1", example: "Size" },
  { name: "OptionValue1", example: "M" },
  ...[2, 3, 4, 5].flatMap((pair) => [{ name: `OptionName${pair}` }, { name: `OptionValue${pair}` }]),
];

/** Products out of a CSV file. */
export default function ProductImport() {
  const { t } = useTranslation("bigblue");
  return (
    <ImportPage
      title={t("product.import")}
      hint={t("product.importHint")}
      columns={COLUMNS}
      path="/bigblue/product/import"
      resource="bigblue/product"
      breadcrumbs={[{ label: t("product.title"), to: paths.products }]}
    />
  );
}
