import { type Column, columnsOf, NONE } from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { ProjectProductRow } from "./api";
import { ProductStatus } from "./ProductStatus";
import { Swatch } from "./Swatch";
import { useFabricText } from "./useFabricText";

const { text, number, date } = columnsOf<ProjectProductRow, "projectProducts">();

/** The columns of the list of a project's products. */
export function useProductColumns(): Column<ProjectProductRow, "projectProducts">[] {
  const { t } = useTranslation("projectProducts");
  const fabricText = useFabricText();
  return useMemo(
    () => [
      text("name", t("field.name"), { sortable: true, card: "title" }),
      text("tags", t("field.type"), { of: ({ tags }) => t("list.tags", { count: tags.length }) }),
      {
        id: "color",
        header: t("field.color"),
        cell: ({ color }) =>
          color ? (
            <>
              <Swatch color={color} />
              {color}
            </>
          ) : (
            t("list.noColor")
          ),
        card: "fact",
      },
      {
        id: "fabric",
        header: t("field.weight"),
        cell: ({ fabric }) => (fabric ? fabricText(fabric) : NONE),
        align: "right",
      },
      number("pieces", t("field.quantity"), { total: true, card: "fact" }),
      {
        id: "status",
        header: t("field.status"),
        cell: (product) => <ProductStatus product={product} />,
        card: "mark",
      },
      date("createdAt", t("field.createdAt"), { sortable: true, hidden: true }),
    ],
    [t, fabricText],
  );
}
