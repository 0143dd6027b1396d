import { type Column, columnsOf, NONE, StatusBadge, useFormats } from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Product } from "./product";

/** Pieces from which on there are enough. */
const ENOUGH = 10;

function Available({ pieces }: { pieces: number }) {
  return (
    <StatusBadge tone={pieces >= ENOUGH ? "success" : "warning"}>{useFormats().number(pieces)}</StatusBadge>
  );
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
        cell: ({ weightGrams }) =>
          weightGrams === null ? NONE : t("product.weightValue", { grams: format.number(weightGrams) }),
      },
      {
        id: "dimensions",
        header: t("product.dimensions"),
        align: "right",
        cell: ({ dimensions: size }) =>
          size
            ? t("product.dimensionsValue", {
                length: format.number(size.lengthMm),
                width: format.number(size.widthMm),
                height: format.number(size.heightMm),
              })
            : NONE,
      },
      money("price", t("product.price")),
      number("inWarehouse", t("product.inWarehouse"), { of: ({ stock }) => stock.inWarehouse, card: "fact" }),
      number("reserved", t("product.reserved"), { of: ({ stock }) => stock.reserved }),
      {
        id: "available",
        header: t("product.available"),
        align: "right",
        cell: ({ stock }) => <Available pieces={stock.available} />,
        card: "mark",
      },
    ],
    [t, format],
  );
}
