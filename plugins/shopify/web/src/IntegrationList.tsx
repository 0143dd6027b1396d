import { ListPage, useListState, useOwners, usePluginList } from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Integration } from "./api";
import { IntegrationDialog } from "./IntegrationDialog";
import { useIntegrationColumns } from "./useIntegrationColumns";

const rowKey = ({ connector }: Integration) => connector;

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
      columns={useIntegrationColumns(owners)}
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
