import {
  Button,
  type Column,
  DataTable,
  Empty,
  NONE,
  Page,
  Section,
  Stack,
  StatusBadge,
  useGet,
  useListState,
  usePluginList,
} from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Connection } from "./connection";

/** Each connection costs Cubyn a call. */
const rowKey = ({ connector }: Connection) => connector;

/** The stores' names by connection. */
function useStores(rows: Connection[]): Map<string, string> {
  const ids = rows.map(({ connector }) => connector).join(",");
  const { data } = useGet(ids === "" ? null : "/connector", { params: { query: { ids } } });
  return useMemo(() => new Map(data?.map(({ id, storeName }) => [id, storeName])), [data]);
}

function State({ row }: { row: Connection }) {
  const { t } = useTranslation("cubyn");
  if (!row.problem) return <StatusBadge tone="success">{t("connection.answers")}</StatusBadge>;
  const problems = {
    credentials: t("connection.credentials"),
    busy: t("connection.busy"),
    unavailable: t("connection.unavailable"),
    broken: t("connection.broken"),
  };
  return <StatusBadge tone="warning">{problems[row.problem]}</StatusBadge>;
}

function useColumns(stores: Map<string, string>): Column<Connection>[] {
  const { t } = useTranslation("cubyn");
  return useMemo(
    () => [
      {
        id: "store",
        header: t("connection.store"),
        cell: ({ connector }) => stores.get(connector) ?? NONE,
        card: "title",
      },
      {
        id: "merchant",
        header: t("connection.merchant"),
        cell: ({ merchant }) => merchant || NONE,
        card: "fact",
      },
      {
        id: "application",
        header: t("connection.application"),
        cell: ({ application }) => application ?? NONE,
        card: "fact",
      },
      { id: "state", header: t("connection.state"), cell: (row) => <State row={row} />, card: "mark" },
    ],
    [t, stores],
  );
}

/** What is charged for shipping by Cubyn, and the stores connected to it. */
export default function Shipping() {
  const { t } = useTranslation("cubyn");
  const state = useListState({ field: "store", direction: "asc" }, { take: 20 });
  const rows = usePluginList<Connection>("/cubyn/connection", state.query);
  const stores = useStores(rows.page?.rows ?? []);
  return (
    <Page
      title={t("shipping.title")}
      actions={
        <>
          <Button icon="synchronize" busy={rows.isRefreshing} onClick={rows.retry}>
            {t("connection.ask")}
          </Button>
          <Button to="/admin/cubyn/shipping/carrier">{t("carrier.see")}</Button>
        </>
      }
    >
      <Stack>
        <DataTable
          caption={t("connection.title")}
          state={state}
          rows={rows}
          columns={useColumns(stores)}
          rowKey={rowKey}
          rowLabel={({ connector, merchant }) => stores.get(connector) ?? merchant}
          searchLabel={t("connection.search")}
          empty={
            <Empty icon="integrations" title={t("connection.empty.title")}>
              {t("connection.empty.text")}
            </Empty>
          }
        />
        <Section title={t("shipping.prices")}>
          <Empty icon="shipped" title={t("shipping.empty.title")}>
            {t("shipping.empty.text")}
          </Empty>
        </Section>
      </Stack>
    </Page>
  );
}
