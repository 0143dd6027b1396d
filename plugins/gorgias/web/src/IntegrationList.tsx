import { Button, ListPage, useListState, useOwners, usePluginList } from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Integration } from "./api";
import { IntegrationDialog } from "./IntegrationDialog";
import { useIntegrationColumns } from "./useIntegrationColumns";

/** Each connection costs Gorgias a call. */
const rowKey = ({ connector }: Integration) => connector;

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
      columns={useIntegrationColumns(owners)}
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
