import { type FilterOffer, ListPage, type MenuAction, useCan, useIsStaff, useListState } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { PluginBulk, usePluginActions } from "../plugins/PluginActions";
import { usePluginColumns } from "../plugins/useContributions";
import { useStoreFilter } from "../stores/records";
import { type ProductRow, products } from "./api";
import { productPaths } from "./paths";
import { SynchronizeButtons } from "./SynchronizeButtons";
import { useProductActions } from "./useProductActions";
import { useProductColumns } from "./useProductColumns";

function useFilters(): FilterOffer<"products">[] {
  const { t } = useTranslation("products");
  const levels = [
    { value: "low", label: t("filter.low") },
    { value: "enough", label: t("filter.enough") },
  ];
  return [
    ...useStoreFilter(t("column.store")),
    { kind: "oneOf", field: "stock", label: t("filter.stock"), options: levels },
    {
      kind: "oneOf",
      field: "archived",
      label: t("filter.status"),
      options: { no: t("filter.active"), yes: t("filter.archived") },
    },
    { kind: "dates", field: "updatedAt", label: t("column.updated") },
  ];
}

/** What can be done with a product, by plugins and here. */
function useActions(): (product: ProductRow) => MenuAction[] {
  const pluginActions = usePluginActions("product");
  const actions = useProductActions();
  return (product) => [...(pluginActions?.(product) ?? []), ...actions(product)];
}

/** What the stores that one may see sell, by name; the archived only when asked for. */
export default function ProductList() {
  const { t } = useTranslation("products");
  const area = useArea();
  const isStaff = useIsStaff();
  const isKeeper = useCan()("WRITE_PRODUCT") && isStaff;
  const state = useListState({ field: "name", direction: "asc" });
  return (
    <ListPage
      title={t("list.title")}
      actions={isKeeper && <SynchronizeButtons />}
      create={{ to: productPaths.create(area), label: t("create.action") }}
      name="products"
      state={state}
      rows={products.useList(state.cursor)}
      columns={usePluginColumns("product", useProductColumns())}
      rowLabel={({ name }) => t("list.row", { name })}
      rowTo={(product) => productPaths.detail(area, product.id)}
      rowActions={useActions()}
      searchLabel={t("list.search")}
      filters={useFilters()}
      exportAs={products.export}
      resource={t("list.resource")}
      bulk={(selection) => <PluginBulk entity="product" selection={selection} />}
      empty={{
        icon: "product",
        title: t("list.empty.title"),
        text: isKeeper ? t("list.empty.admin") : t("list.empty.customer"),
      }}
    />
  );
}
