import { type Column, columnsOf, NONE, Row, StatusBadge, usePluginName } from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { StoreRow } from "./api";
import { Organizations } from "./Organizations";
import { StoreStatus } from "./StoreStatus";

const { text, date } = columnsOf<StoreRow, "stores">();

/** The columns of the list of stores. */
export function useStoreColumns(): Column<StoreRow, "stores">[] {
  const { t } = useTranslation("stores");
  const nameOf = usePluginName();
  return useMemo(() => {
    return [
      text("name", t("column.name"), { sortable: true, card: "title" }),
      {
        id: "archived",
        header: t("column.status"),
        cell: (store) => <StoreStatus store={store} />,
        card: "mark",
      },
      {
        id: "organizations",
        header: t("column.organizations"),
        cell: (store) => <Organizations of={store.organizations} />,
        card: "fact",
      },
      {
        id: "connectors",
        header: t("column.connectors"),
        cell: ({ connectors }) =>
          connectors.length === 0 ? (
            NONE
          ) : (
            <Row gap={4}>
              {connectors.map((plugin) => (
                <StatusBadge key={plugin} tone="info" icon="integrations">
                  {nameOf(plugin)}
                </StatusBadge>
              ))}
            </Row>
          ),
        card: "fact",
      },
      date("createdAt", t("column.created"), { sortable: true, card: "fact" }),
    ];
  }, [t, nameOf]);
}
