import { type Column, columnsOf } from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Archived } from "./Archived";
import type { OrganizationRow } from "./api";

const { text, number, date } = columnsOf<OrganizationRow, "organizations">();

/** The columns of the list of merchants. */
export function useOrganizationColumns(): Column<OrganizationRow, "organizations">[] {
  const { t } = useTranslation("organizations");
  return useMemo(
    () => [
      text("name", t("field.name"), { sortable: true, card: "title" }),
      text("identifierNumber", t("field.identifierNumber"), { card: "fact" }),
      text("taxNumber", t("field.taxNumber")),
      text("city", t("column.city"), { card: "fact" }),
      number("storeCount", t("column.stores"), { card: "fact" }),
      {
        id: "archived",
        header: t("column.archived"),
        cell: ({ archivedAt }) => <Archived at={archivedAt} />,
        card: "mark",
      },
      date("createdAt", t("column.created"), { sortable: true }),
    ],
    [t],
  );
}
