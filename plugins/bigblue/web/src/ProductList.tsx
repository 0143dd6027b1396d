import {
  Button,
  Can,
  type Column,
  CopyId,
  DateTime,
  Figure,
  ListPage,
  Money,
  NONE,
  Quiet,
  Row,
  StatusBadge,
  useFormats,
  useListState,
  usePluginList,
} from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "./paths";
import type { Product } from "./product";

const ENOUGH = 10;

const rowKey = (product: Product) => `${product.connector} ${product.sku}`;

function Available({ pieces }: { pieces: number }) {
  return (
    <StatusBadge tone={pieces >= ENOUGH ? "success" : "warning"}>{useFormats().number(pieces)}</StatusBadge>
  );
}

function useColumns(): Column<Product>[] {
  const { t } = useTranslation("bigblue");
  const { number } = useFormats();
  return useMemo(
    () => [
      { id: "sku", header: t("product.sku"), cell: ({ sku }) => <CopyId value={sku} />, card: "fact" },
      { id: "name", header: t("product.name"), cell: ({ name }) => name || NONE, card: "title" },
      { id: "barcode", header: t("product.barcode"), cell: ({ barcode }) => <CopyId value={barcode} /> },
      {
        id: "weight",
        header: t("product.weight"),
        align: "right",
        cell: ({ weightGrams }) =>
          weightGrams === null ? NONE : t("product.weightValue", { grams: number(weightGrams) }),
      },
      {
        id: "dimensions",
        header: t("product.dimensions"),
        align: "right",
        cell: ({ dimensions: size }) =>
          size
            ? t("product.dimensionsValue", {
                length: number(size.lengthMm),
                width: number(size.widthMm),
                height: number(size.heightMm),
              })
            : NONE,
      },
      {
        id: "price",
        header: t("product.price"),
        align: "right",
        cell: ({ price }) => (price ? <Money amount={price.amount} currency={price.currency} /> : NONE),
      },
      {
        id: "inWarehouse",
        header: t("product.inWarehouse"),
        align: "right",
        cell: ({ stock }) => <Figure value={stock.inWarehouse} />,
        card: "fact",
      },
      {
        id: "reserved",
        header: t("product.reserved"),
        align: "right",
        cell: ({ stock }) => <Figure value={stock.reserved} />,
      },
      {
        id: "available",
        header: t("product.available"),
        align: "right",
        cell: ({ stock }) => <Available pieces={stock.available} />,
        card: "mark",
      },
    ],
    [t, number],
  );
}

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
        <Row>
          {asOf && (
            <Quiet>
              {t("product.asOf")} <DateTime at={asOf} />
            </Quiet>
          )}
          <Button icon="download" to={paths.productExport}>
            {t("product.export")}
          </Button>
          <Can permission="WRITE_CONNECTOR">
            <Button icon="upload" to={paths.productImport}>
              {t("product.import")}
            </Button>
          </Can>
        </Row>
      }
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
      columns={useColumns()}
      rowKey={rowKey}
      rowLabel={(product) => product.name || product.sku}
      rowTo={(product) => paths.product(product.sku)}
      searchLabel={t("product.search")}
      empty={{ icon: "product", title: t("product.empty.title"), text: t("product.empty.text") }}
    />
  );
}
