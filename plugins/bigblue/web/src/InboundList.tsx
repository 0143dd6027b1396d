import { type FilterOffer, ListPage, SynchronizeButton, useListState } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useStatuses } from "./InboundStatus";
import { shipments } from "./inbound";
import { paths } from "./paths";
import { useInboundColumns } from "./useInboundColumns";

/** Goods on their way to Bigblue's warehouses. */
export default function InboundList() {
  const { t } = useTranslation("bigblue");
  const state = useListState({ field: "expectedAt", direction: "desc" });
  const statuses = useStatuses();
  const filters: FilterOffer<"inboundShipments">[] = [
    { kind: "oneOf", field: "status", label: t("inbound.statusLabel"), options: statuses },
    { kind: "dates", field: "expectedAt", label: t("inbound.expectedAt"), future: true },
  ];
  return (
    <ListPage
      name="inbound-shipments"
      filters={filters}
      title={t("inbound.title")}
      actions={
        <SynchronizeButton
          permission="WRITE_CONNECTOR"
          label={t("inbound.synchronize")}
          failed={t("inbound.synchronizeFailed")}
          ask={shipments.synchronize}
          isSecond
        />
      }
      state={state}
      rows={shipments.useList(state.cursor)}
      columns={useInboundColumns()}
      rowLabel={({ name, providerRef }) => name || providerRef}
      rowTo={({ id }) => paths.shipment(id)}
      searchLabel={t("inbound.search")}
      empty={{ icon: "shipped", title: t("inbound.empty.title"), text: t("inbound.empty.text") }}
    />
  );
}
