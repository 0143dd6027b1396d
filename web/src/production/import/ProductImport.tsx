import { Figure, Import, type ImportColumn, Page, Section, SimpleTable } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../../app/area";
import { projectProductPaths } from "../products/paths";
import { useProjectCrumbs } from "../projects/useProjectCrumbs";
import type { ProductsImport } from "./api";
import { productImportPaths } from "./paths";
import { useProductImport } from "./useProductImport";

const MOST_BYTES = 1024 * 1024;

/** Those of the template; the host knows what they may hold. A tag that nobody made would be an error. */
function useColumns(): ImportColumn[] {
  const { t } = useTranslation("projectImport");
  return [
    { name: t("column.product"), example: t("example.product") },
    { name: t("column.color"), example: t("example.color") },
    { name: t("column.fabricWeight"), example: "180" },
    { name: t("column.fabricUnit"), example: "g/m²" },
    { name: t("column.fit"), example: t("example.fit") },
    { name: t("column.tags") },
    { name: t("column.quantity"), example: "500" },
    { name: t("column.variant"), example: "M" },
    { name: t("column.sku"), example: "CPSL-000042-000M" },
    { name: t("column.ean"), example: "3760000000017" },
    { name: t("column.variantQuantity"), example: "1" },
    { name: t("column.weight"), example: "190" },
  ];
}

function Preview({ products }: Pick<ProductsImport, "products">) {
  const { t } = useTranslation("projectImport");
  return (
    <Section title={t("preview.title")}>
      <SimpleTable
        caption={t("preview.title")}
        rows={products}
        rowKey={({ line }) => String(line)}
        columns={[
          { id: "line", header: t("preview.line"), align: "right", cell: ({ line }) => line },
          { id: "name", header: t("preview.name"), cell: ({ name }) => name },
          {
            id: "variants",
            header: t("preview.variants"),
            align: "right",
            cell: ({ variants }) => <Figure value={variants} />,
          },
          {
            id: "pieces",
            header: t("preview.pieces"),
            align: "right",
            cell: ({ pieces }) => <Figure value={pieces} />,
          },
        ]}
      />
    </Section>
  );
}

/** Products of a project out of a CSV file, looked at before they are made: all of them, or none. */
export default function ProductImport() {
  const { t } = useTranslation(["projectImport", "projectProducts"]);
  const area = useArea();
  const { projectId } = productImportPaths.create.useIds();
  const crumbs = useProjectCrumbs(projectId);
  const { preview, ...imported } = useProductImport(projectId);
  const list = { label: t("projectProducts:list.title"), to: projectProductPaths.list(area, projectId) };
  return (
    <Page title={t("title")} breadcrumbs={[...crumbs, list]} width="text">
      <Import title={t("title")} hint={t("hint")} columns={useColumns()} maxSize={MOST_BYTES} {...imported} />
      {preview?.faultCount === 0 && <Preview products={preview.products} />}
    </Page>
  );
}
