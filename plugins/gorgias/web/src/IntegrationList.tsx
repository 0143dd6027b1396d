import {
  Button,
  type Column,
  DateTime,
  Figure,
  Link,
  ListPage,
  NONE,
  type Owner,
  StatusBadge,
  useListState,
  useOwners,
  usePluginList,
} from "@comptoir/kit";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Integration } from "./api";
import { IntegrationDialog } from "./IntegrationDialog";
import { useStateLabel } from "./useLabels";

/** Each connection costs Gorgias a call. */
const rowKey = ({ connector }: Integration) => connector;

function State({ row }: { row: Integration }) {
  const { tone, label } = useStateLabel()(row);
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
}

function useColumns(owners: Map<string, Owner>): Column<Integration>[] {
  const { t } = useTranslation("gorgias");
  return useMemo(
    () => [
      {
        id: "store",
        header: t("integration.store"),
        cell: ({ connector }) => owners.get(connector)?.storeName ?? NONE,
        card: "title",
      },
      {
        id: "account",
        header: t("integration.account"),
        cell: ({ account }) =>
          account ? (
            <Link to={`https://${account}.gorgias.com`} external>
              {account}
            </Link>
          ) : (
            NONE
          ),
        card: "fact",
      },
      { id: "tag", header: t("integration.tag"), cell: ({ tag }) => tag || NONE, card: "fact" },
      {
        id: "tickets",
        header: t("integration.tickets"),
        align: "right",
        cell: ({ lastPull }) => (lastPull ? <Figure value={lastPull.tickets} /> : NONE),
      },
      {
        id: "lastPull",
        header: t("integration.lastPull"),
        cell: ({ lastPull }) => (lastPull ? <DateTime at={lastPull.at} /> : t("integration.never")),
        card: "fact",
      },
      {
        id: "webhooks",
        header: t("integration.webhooks"),
        cell: (row) => <State row={row} />,
        card: "mark",
      },
    ],
    [t, owners],
  );
}

/** The stores' connections to Gorgias: what they brought last, and whether Gorgias tells of changes. */
export default function IntegrationList() {
  const { t } = useTranslation("gorgias");
  const state = useListState({ field: "store", direction: "asc" }, { take: 20 });
  const rows = usePluginList("/gorgias/integration", state.query);
  const owners = useOwners(rows.page?.rows);
  const [opened, setOpened] = useState<string | null>(null);
  const row = rows.page?.rows.find(({ connector }) => connector === opened);
  return (
    <ListPage
      title={t("integration.title")}
      actions={
        <Button icon="synchronize" busy={rows.isRefreshing} onClick={rows.retry}>
          {t("integration.ask")}
        </Button>
      }
      state={state}
      rows={rows}
      columns={useColumns(owners)}
      rowKey={rowKey}
      rowLabel={({ connector, account }) => owners.get(connector)?.storeName ?? account}
      onOpen={({ connector }) => setOpened(connector)}
      searchLabel={t("integration.search")}
      empty={{ icon: "integrations", title: t("integration.empty.title"), text: t("integration.empty.text") }}
    >
      {row && (
        <IntegrationDialog row={row} owner={owners.get(row.connector)} onClose={() => setOpened(null)} />
      )}
    </ListPage>
  );
}
