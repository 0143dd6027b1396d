import {
  type Column,
  DateTime,
  Link,
  ListPage,
  NONE,
  type Owner,
  useListState,
  useOwners,
  usePluginList,
} from "@comptoir/kit";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Integration } from "./api";
import { IntegrationDialog } from "./IntegrationDialog";

const rowKey = ({ connector }: Integration) => connector;

/** When a kind was pulled last. */
function Pulled({ row, name }: { row: Integration; name: string }) {
  const { t } = useTranslation("shopify");
  const pull = row.pulls.find((known) => known.name === name);
  return pull ? <DateTime at={pull.at} /> : t("integration.never");
}

function useColumns(owners: Map<string, Owner>): Column<Integration>[] {
  const { t } = useTranslation("shopify");
  return useMemo(
    () => [
      {
        id: "store",
        header: t("integration.store"),
        cell: ({ connector }) => owners.get(connector)?.storeName ?? NONE,
        card: "title",
      },
      {
        id: "shop",
        header: t("integration.shop"),
        cell: ({ shop, adminUrl }) => (
          <Link to={adminUrl} external>
            {shop}
          </Link>
        ),
        card: "fact",
      },
      {
        id: "orders",
        header: t("pull.orders"),
        cell: (row) => <Pulled row={row} name="orders" />,
        card: "fact",
      },
      { id: "products", header: t("pull.products"), cell: (row) => <Pulled row={row} name="products" /> },
      {
        id: "inventories",
        header: t("pull.inventories"),
        cell: (row) => <Pulled row={row} name="inventories" />,
      },
      {
        id: "event",
        header: t("integration.lastEvent"),
        cell: ({ events }) => (events[0] ? <DateTime at={events[0].at} /> : t("integration.never")),
        card: "fact",
      },
    ],
    [t, owners],
  );
}

/** The stores' connections to Shopify: when each was pulled last, and what it told. */
export default function IntegrationList() {
  const { t } = useTranslation("shopify");
  const state = useListState({ field: "shop", direction: "asc" });
  const rows = usePluginList("/shopify/integration", state.query);
  const owners = useOwners(rows.page?.rows);
  const [opened, setOpened] = useState<string | null>(null);
  const row = rows.page?.rows.find(({ connector }) => connector === opened);
  return (
    <ListPage
      title={t("integration.title")}
      state={state}
      rows={rows}
      columns={useColumns(owners)}
      rowKey={rowKey}
      rowLabel={({ connector, shop }) => owners.get(connector)?.storeName ?? shop}
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
