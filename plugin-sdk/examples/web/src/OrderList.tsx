import {
  type Column,
  DataTable,
  DateTime,
  Empty,
  Page,
  type PluginList,
  StatusBadge,
  type Tone,
  useListState,
  usePluginList,
} from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

/** An order as `GET /api/acme/order` tells it. */
interface Order {
  id: string;
  reference: string;
  status: string;
  /** RFC 3339. */
  changedAt: string;
}

declare module "@comptoir/kit" {
  interface ApiPaths {
    "/acme/order": PluginList<Order>;
  }
}

const rowKey = ({ id }: Order) => id;

function Status({ status }: { status: string }) {
  const { t } = useTranslation("acme");
  const known: Record<string, [Tone, string]> = {
    new: ["new", t("status.new")],
    packing: ["attention", t("status.packing")],
    sent: ["success", t("status.sent")],
    received: ["success", t("status.received")],
    cancelled: ["warning", t("status.cancelled")],
  };
  const [tone, label] = known[status] ?? ["new", status];
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
}

function useColumns(): Column<Order>[] {
  const { t } = useTranslation("acme");
  return useMemo(
    () => [
      { id: "reference", header: t("order.reference"), cell: ({ reference }) => reference, card: "title" },
      { id: "status", header: t("order.status"), cell: ({ status }) => <Status status={status} />, card: "mark" },
      { id: "changed", header: t("order.changed"), cell: ({ changedAt }) => <DateTime at={changedAt} />, card: "fact" },
    ],
    [t],
  );
}

/** The orders of the connected stores, as Acme tells them now. */
export default function OrderList() {
  const { t } = useTranslation("acme");
  const state = useListState({ field: "reference", direction: "asc" });
  const rows = usePluginList("/acme/order", state.query);
  return (
    <Page title={t("order.title")}>
      <DataTable
        caption={t("order.title")}
        state={state}
        rows={rows}
        columns={useColumns()}
        rowKey={rowKey}
        rowLabel={({ reference }) => reference}
        searchLabel={t("order.search")}
        empty={
          <Empty icon="integrations" title={t("order.empty.title")}>
            {t("order.empty.text")}
          </Empty>
        }
      />
    </Page>
  );
}
