import {
  Button,
  type Column,
  DataTable,
  Empty,
  NONE,
  type Owner,
  Page,
  PriceGrid,
  type Schemas,
  Section,
  Stack,
  StatusBadge,
  useListState,
  useOwners,
  usePluginList,
} from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { SHIPPING } from "./shipping";

type Connection = Schemas["cubyn.Connection"];

/** Each connection costs Cubyn a call. */
const rowKey = ({ connector }: Connection) => connector;

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

function useColumns(owners: Map<string, Owner>): Column<Connection>[] {
  const { t } = useTranslation("cubyn");
  return useMemo(
    () => [
      {
        id: "store",
        header: t("connection.store"),
        cell: ({ connector }) => owners.get(connector)?.storeName ?? NONE,
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
    [t, owners],
  );
}

/** What is charged for shipping by Cubyn, and the stores connected to it. */
export default function Shipping() {
  const { t } = useTranslation("cubyn");
  const state = useListState({ field: "store", direction: "asc" }, { take: 20 });
  const rows = usePluginList("/cubyn/connection", state.query);
  const owners = useOwners(rows.page?.rows);
  return (
    <Page
      title={t("shipping.title")}
      actions={
        <>
          <Button icon="synchronize" busy={rows.isRefreshing} onClick={rows.retry}>
            {t("connection.ask")}
          </Button>
          <Button to={SHIPPING.carriers}>{t("shipping.carriers")}</Button>
        </>
      }
    >
      <Stack>
        <DataTable
          caption={t("connection.title")}
          state={state}
          rows={rows}
          columns={useColumns(owners)}
          rowKey={rowKey}
          rowLabel={({ connector, merchant }) => owners.get(connector)?.storeName ?? merchant}
          searchLabel={t("connection.search")}
          empty={
            <Empty icon="integrations" title={t("connection.empty.title")}>
              {t("connection.empty.text")}
            </Empty>
          }
        />
        <Section title={t("shipping.prices")}>
          <PriceGrid place={SHIPPING} />
        </Section>
      </Stack>
    </Page>
  );
}
