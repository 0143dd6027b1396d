import { DateTime, ListPage, Quiet, StatusBadge, useListState, usePluginList } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { paths } from "./paths";
import type { Product } from "./product";
import { useProductColumns } from "./useProductColumns";

const rowKey = (product: Product) => `${product.connector} ${product.sku}`;

/** The products of all Bigblue connections with their stock, as Bigblue tells them at most a minute ago. */
export default function ProductList() {
  const { t } = useTranslation("bigblue");
  const state = useListState({ field: "sku", direction: "asc" });
  const rows = usePluginList("/bigblue/product", state.query);
  const { failed = [], asOf } = rows.page?.meta ?? {};
  return (
    <ListPage
      title={t("product.title")}
      actions={
        asOf && (
          <Quiet>
            {t("product.asOf")} <DateTime at={asOf} />
          </Quiet>
        )
      }
      links={[
        { to: paths.productExport, label: t("product.export"), icon: "download" },
        { to: paths.productImport, label: t("product.import"), icon: "upload" },
      ]}
      create={{ to: paths.productCreate, label: t("product.create") }}
      head={
        failed.length > 0 && (
          <div role="status">
            <StatusBadge tone="warning">{t("product.failed", { count: failed.length })}</StatusBadge>
          </div>
        )
      }
      state={state}
      rows={rows}
      columns={useProductColumns()}
      rowKey={rowKey}
      rowLabel={(product) => product.name || product.sku}
      rowTo={(product) => paths.product(product.sku)}
      searchLabel={t("product.search")}
      empty={{ icon: "product", title: t("product.empty.title"), text: t("product.empty.text") }}
    />
  );
}
