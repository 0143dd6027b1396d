import { type Column, DateTime, Figure, NONE, Quiet } from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Organizations } from "../stores/Organizations";
import type { ProductRow } from "./api";
import { Pictured } from "./Picture";
import { Available, Damaged, Offloaded } from "./StockBadges";

function Variants({ product }: { product: ProductRow }) {
  const { t } = useTranslation("products");
  const others = product.variantCount - product.skus.length;
  const skus = product.skus.join(", ");
  return (
    <>
      {t("list.variants", { count: product.variantCount })}{" "}
      <Quiet>{others > 0 ? t("list.andMore", { skus, count: others }) : skus}</Quiet>
    </>
  );
}

/** The columns of the list of products. */
export function useProductColumns(): Column<ProductRow, "products">[] {
  const { t } = useTranslation("products");
  return useMemo(() => {
    const countOf = (product: ProductRow, count: number) => (product.hasStock ? count : undefined);
    return [
      {
        id: "name",
        header: t("column.name"),
        cell: ({ image, name }) => <Pictured src={image} name={name} />,
        sortable: true,
        card: "title",
      },
      { id: "store", header: t("column.store"), cell: ({ store }) => store.name, card: "fact" },
      {
        id: "organizations",
        header: t("column.organization"),
        cell: ({ organizations }) => <Organizations of={organizations} />,
        // The store tells it, and most merchants have one.
        hidden: true,
      },
      { id: "variants", header: t("column.variants"), cell: (product) => <Variants product={product} /> },
      {
        id: "available",
        header: t("column.available"),
        cell: (product) => <Available count={countOf(product, product.stock.available)} />,
        card: "mark",
      },
      {
        id: "daysLeft",
        header: t("column.daysLeft"),
        cell: ({ daysLeft }) => (typeof daysLeft === "number" ? t("low.days", { count: daysLeft }) : NONE),
        align: "right",
        hidden: true,
      },
      {
        id: "inWarehouse",
        header: t("column.inWarehouse"),
        cell: (product) => (product.hasStock ? <Figure value={product.stock.inWarehouse} /> : NONE),
        align: "right",
        card: "fact",
      },
      {
        id: "damaged",
        header: t("column.damaged"),
        cell: (product) => <Damaged count={countOf(product, product.stock.damaged)} />,
      },
      {
        id: "offloaded",
        header: t("column.offloaded"),
        cell: ({ offloaded }) => <Offloaded count={offloaded ?? undefined} />,
        hidden: true,
      },
      {
        id: "updatedAt",
        header: t("column.updated"),
        cell: ({ updatedAt }) => <DateTime at={updatedAt} />,
        align: "right",
        sortable: true,
        card: "fact",
      },
    ];
  }, [t]);
}
