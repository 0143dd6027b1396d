import { type Column, DateTime, NONE, Row, StatusBadge, useCan } from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { type StoreRow, useConnectorTypes } from "./api";
import { Organizations } from "./Organizations";
import { StoreStatus } from "./StoreStatus";

/** The columns of the list of stores. */
export function useStoreColumns(): Column<StoreRow>[] {
  const { t } = useTranslation("stores");
  const area = useArea();
  const { types } = useConnectorTypes(useCan()("READ_CONNECTOR") && area.name === "admin");
  return useMemo(() => {
    const nameOf = (plugin: string) => types?.find(({ type }) => type === plugin)?.name ?? plugin;
    return [
      { id: "name", header: t("column.name"), cell: ({ name }) => name, sortable: true, card: "title" },
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
      {
        id: "createdAt",
        header: t("column.created"),
        cell: (store) => <DateTime at={store.createdAt} />,
        sortable: true,
        align: "right",
        card: "fact",
      },
    ];
  }, [t, types]);
}
