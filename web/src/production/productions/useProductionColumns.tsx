import { type Column, columnsOf } from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Production } from "./api";
import { ProductionStatus } from "./ProductionStatus";

const { text, number, day, date } = columnsOf<Production, "productions">();

/** The columns of the list of productions. */
export function useProductionColumns(): Column<Production, "productions">[] {
  const { t } = useTranslation("productions");
  return useMemo(
    () => [
      text("name", t("field.name"), { sortable: true, card: "title" }),
      text("project", t("field.project"), { of: ({ project }) => project.name, card: "fact" }),
      text("product", t("field.product"), { of: ({ product }) => product?.name }),
      text("factory", t("field.factory"), { of: ({ factory }) => factory?.name, card: "fact" }),
      {
        id: "status",
        header: t("field.status"),
        cell: (production) => <ProductionStatus production={production} />,
        card: "mark",
      },
      number("quantity", t("field.quantity"), { total: true }),
      day("dueAt", t("field.dueAt"), { sortable: true, card: "fact" }),
      date("createdAt", t("field.createdAt"), { sortable: true, hidden: true }),
    ],
    [t],
  );
}
