import { type FilterOffer, ListPage, useIsStaff, useListState } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { PluginBulk, usePluginActions } from "../plugins/PluginActions";
import { usePluginColumns } from "../plugins/useContributions";
import { useStoreFilter } from "../stores/records";
import { orders } from "./api";
import { CopyReferences } from "./CopyReferences";
import { orderPaths } from "./paths";
import { SynchronizeButton } from "./SynchronizeButton";
import { useOrderColumns } from "./useOrderColumns";
import { useStatuses } from "./useStatuses";

function useFilters(): FilterOffer<"orders">[] {
  const { t } = useTranslation("orders");
  return [
    { kind: "oneOf", field: "status", label: t("column.status"), options: useStatuses() },
    ...useStoreFilter(t("column.store")),
    {
      kind: "oneOf",
      field: "source",
      label: t("fact.source"),
      options: { normal: t("source.normal"), seeding: t("source.seeding") },
    },
    { kind: "dates", field: "submittedAt", label: t("column.submitted") },
  ];
}

/** All orders that one may see, newest first. */
export default function OrderList() {
  const { t } = useTranslation("orders");
  const area = useArea();
  const isStaff = useIsStaff();
  const state = useListState({ field: "submittedAt", direction: "desc" });
  const synchronize = <SynchronizeButton />;
  return (
    <ListPage
      title={t("list.title")}
      actions={synchronize}
      create={{ to: orderPaths.create(area), label: t("create.action") }}
      name="orders"
      state={state}
      rows={orders.useList(state.cursor)}
      columns={usePluginColumns("order", useOrderColumns())}
      rowLabel={(order) => t("list.row", { reference: order.reference })}
      rowTo={(order) => orderPaths.detail(area, order.id)}
      rowActions={usePluginActions("order")}
      searchLabel={t("list.search")}
      filters={useFilters()}
      exportAs={orders.export}
      resource={t("list.resource")}
      bulk={(selection) => (
        <>
          {!selection.all && <CopyReferences orders={selection.rows} />}
          <PluginBulk entity="order" selection={selection} />
        </>
      )}
      empty={{
        icon: "orders",
        title: t("list.empty.title"),
        text: isStaff ? t("list.empty.admin") : t("list.empty.customer"),
        action: synchronize,
      }}
    />
  );
}
