import { type Column, columnsOf, NONE, StockBadge, useFormats } from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Product } from "./product";

/** What it measures, as far as Bigblue knows. */
export function Sides({ product: { depth, width, height } }: { product: Product }) {
  const { t } = useTranslation("bigblue");
  const { number } = useFormats();
  if (depth === null || width === null || height === null) return NONE;
  const sides = { length: number(depth), width: number(width), height: number(height) };
  return t("product.dimensionsValue", sides);
}

const { text, copy, number, money } = columnsOf<Product>();

/** The columns of the list of products. */
export function useProductColumns(): Column<Product>[] {
  const { t } = useTranslation("bigblue");
  const format = useFormats();
  return useMemo(
    () => [
      copy("sku", t("product.sku"), { card: "fact" }),
      text("name", t("product.name"), { card: "title" }),
      copy("barcode", t("product.barcode")),
      {
        id: "weight",
        header: t("product.weight"),
        align: "right",
        cell: ({ weight }) =>
          weight === null ? NONE : t("product.weightValue", { grams: format.number(weight) }),
      },
      {
        id: "dimensions",
        header: t("product.dimensions"),
        align: "right",
        cell: (product) => <Sides product={product} />,
      },
      money("price", t("product.price"), {
        of: ({ price, currency }) => (price === null ? null : { amount: price, currency }),
      }),
      number("inWarehouse", t("product.inWarehouse"), { of: ({ stock }) => stock.inWarehouse, card: "fact" }),
      number("reserved", t("product.reserved"), { of: ({ stock }) => stock.reserved }),
      {
        id: "available",
        header: t("product.available"),
        align: "right",
        cell: ({ stock }) => <StockBadge kind="available" pieces={stock.available} />,
        card: "mark",
      },
    ],
    [t, format],
  );
}
