import { type Column, columnsOf, usePluginName } from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Organizations } from "../stores/Organizations";
import type { BundleRow } from "./api";
import { Components } from "./Components";

const { text, copy, date } = columnsOf<BundleRow, "bundles">();

/** The columns of the list of bundles. */
export function useBundleColumns(): Column<BundleRow, "bundles">[] {
  const { t } = useTranslation("bundles");
  const nameOf = usePluginName();
  return useMemo(
    () => [
      text("name", t("column.name"), { sortable: true, card: "title" }),
      copy("sku", t("column.sku"), { sortable: true, card: "fact" }),
      text("store", t("column.store"), { of: ({ store }) => store.name, card: "fact" }),
      {
        id: "organizations",
        header: t("column.organization"),
        cell: ({ organizations }) => <Organizations of={organizations} />,
        // The store tells it, and most merchants have one.
        hidden: true,
      },
      {
        id: "components",
        header: t("column.components"),
        cell: (bundle) => <Components bundle={bundle} />,
        card: "fact",
      },
      text("provider", t("column.provider"), {
        of: ({ provider }) => (provider ? nameOf(provider) : t("column.here")),
      }),
      date("updatedAt", t("column.updated")),
    ],
    [t, nameOf],
  );
}
