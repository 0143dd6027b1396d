import { Button, Can, client, ListPage, refresh, unwrap, useAct, useList, useListState } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { paths } from "./paths";
import { useInboundColumns } from "./useInboundColumns";

/** Asks Bigblue for its shipments now. */
function Synchronize() {
  const { t } = useTranslation("bigblue");
  const [start, busy] = useAct(() => ({
    run: () => unwrap(client.POST("/inbound-shipment/synchronize", { body: {} })),
    failed: t("inbound.synchronizeFailed"),
    done: t("inbound.synchronizing"),
    after: () => void refresh("bigblue/inbound-shipment"),
  }));
  return (
    <Button icon="synchronize" busy={busy} onClick={() => void start()}>
      {t("inbound.synchronize")}
    </Button>
  );
}

/** Goods on their way to Bigblue's warehouses. */
export default function InboundList() {
  const { t } = useTranslation("bigblue");
  const state = useListState({ field: "expectedAt", direction: "desc" });
  return (
    <ListPage
      title={t("inbound.title")}
      actions={
        <Can permission="WRITE_CONNECTOR">
          <Synchronize />
        </Can>
      }
      state={state}
      rows={useList("/bigblue/inbound-shipment", state.cursor)}
      columns={useInboundColumns()}
      rowLabel={({ name, providerId }) => name || providerId}
      rowTo={({ id }) => paths.shipment(id)}
      searchLabel={t("inbound.search")}
      empty={{ icon: "shipped", title: t("inbound.empty.title"), text: t("inbound.empty.text") }}
    />
  );
}
