import { type FilterOffer, ListPage, useListState } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { PluginBulk, useHasBulkActions, usePluginActions } from "../plugins/PluginActions";
import { usePluginColumns } from "../plugins/useContributions";
import { inboundShipments, titleOf } from "./api";
import { useInboundStatuses } from "./InboundStatus";
import { inboundPaths } from "./paths";
import { useInboundColumns } from "./useInboundColumns";

/** The inbound shipments that hold goods of one's own, the latest expected first. */
export default function InboundList() {
  const { t } = useTranslation("inbound");
  const area = useArea();
  const hasActions = useHasBulkActions("inbound-shipment");
  const state = useListState({ field: "expectedAt", direction: "desc" });
  const filters: FilterOffer<"inboundShipments">[] = [
    { kind: "oneOf", field: "status", label: t("column.status"), options: useInboundStatuses() },
    { kind: "dates", field: "expectedAt", label: t("column.expectedAt"), future: true },
  ];
  return (
    <ListPage
      title={t("list.title")}
      name="inbound-shipments"
      state={state}
      rows={inboundShipments.useList(state.cursor)}
      columns={usePluginColumns("inbound-shipment", useInboundColumns())}
      rowLabel={(shipment) => t("list.row", { name: titleOf(shipment) })}
      rowTo={(shipment) => inboundPaths.detail(area, shipment.id)}
      rowActions={usePluginActions("inbound-shipment")}
      searchLabel={t("list.search")}
      filters={filters}
      bulk={
        hasActions ? (selection) => <PluginBulk entity="inbound-shipment" selection={selection} /> : undefined
      }
      empty={{ icon: "shipped", title: t("list.empty.title"), text: t("list.empty.text") }}
    />
  );
}
