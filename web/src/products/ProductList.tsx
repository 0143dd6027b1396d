import { Button, DataTable, Empty, type FilterOffer, Page, Row, useCan, useListState } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { PluginBulk, usePluginActions } from "../plugins/PluginActions";
import { usePluginColumns } from "../plugins/useContributions";
import { exportProducts, type ProductRow, useProducts, useStoreChoices } from "./api";
import { productPaths } from "./paths";
import { SynchronizeButtons } from "./SynchronizeButtons";
import { useProductColumns } from "./useProductColumns";

const rowKey = (product: ProductRow) => product.id;

function useFilters(): FilterOffer[] {
  const { t } = useTranslation("products");
  const stores = useStoreChoices("").options;
  const levels = [
    { value: "low", label: t("filter.low") },
    { value: "enough", label: t("filter.enough") },
  ];
  return [
    ...(stores.length > 1
      ? [{ kind: "oneOf" as const, field: "storeId", label: t("column.store"), options: stores }]
      : []),
    { kind: "oneOf", field: "stock", label: t("filter.stock"), options: levels },
    { kind: "dates", field: "updatedAt", label: t("column.updated") },
  ];
}

/** What the stores that one may see sell, by name. */
export default function ProductList() {
  const { t } = useTranslation("products");
  const area = useArea();
  const canWrite = useCan()("WRITE_PRODUCT") && area.name === "admin";
  const state = useListState({ field: "name", direction: "asc" });
  const actions = canWrite && (
    <Row gap={8}>
      <SynchronizeButtons />
      <Button kind="primary" icon="add" to={productPaths.create(area)}>
        {t("create.action")}
      </Button>
    </Row>
  );
  return (
    <Page title={t("list.title")} actions={actions}>
      <DataTable
        caption={t("list.title")}
        name="products"
        state={state}
        rows={useProducts(state.cursor)}
        columns={usePluginColumns("product", useProductColumns())}
        rowKey={rowKey}
        rowLabel={({ name }) => t("list.row", { name })}
        rowTo={(product) => productPaths.detail(area, product.id)}
        createTo={canWrite ? productPaths.create(area) : undefined}
        rowActions={usePluginActions("product")}
        searchLabel={t("list.search")}
        filters={useFilters()}
        exportAs={exportProducts}
        resource={t("list.resource")}
        bulk={(selection) => <PluginBulk entity="product" selection={selection} />}
        empty={
          <Empty icon="product" title={t("list.empty.title")}>
            {canWrite ? t("list.empty.admin") : t("list.empty.customer")}
          </Empty>
        }
      />
    </Page>
  );
}
