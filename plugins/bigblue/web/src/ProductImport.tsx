import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { ImportPage } from "./ImportPage";
import { paths } from "./paths";

/** Products out of a CSV file. */
export default function ProductImport() {
  const { t } = useTranslation("bigblue");
  const list = t("product.title");
  const breadcrumbs = useMemo(() => [{ label: list, to: paths.products }], [list]);
  return (
    <ImportPage
      title={t("product.import")}
      hint={t("product.importHint")}
      path="/bigblue/product/import"
      resource="bigblue/product"
      breadcrumbs={breadcrumbs}
    />
  );
}
