import { type Column, Country, DateTime, Figure, Money } from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { OrderRow } from "./api";
import { OrderStatus } from "./OrderStatus";

/** The columns of every list of orders. */
export function useOrderColumns(): Column<OrderRow, "orders">[] {
  const { t } = useTranslation("orders");
  return useMemo(
    () => [
      {
        id: "reference",
        header: t("column.reference"),
        cell: (order) => order.reference,
        sortable: true,
        card: "title",
      },
      { id: "store", header: t("column.store"), cell: (order) => order.store.name, card: "fact" },
      {
        id: "status",
        header: t("column.status"),
        cell: (order) => <OrderStatus status={order.status} message={order.statusMessage} />,
        sortable: true,
        card: "mark",
      },
      { id: "customer", header: t("column.customer"), cell: (order) => order.customerName },
      { id: "country", header: t("column.country"), cell: (order) => <Country code={order.country} /> },
      {
        id: "items",
        header: t("column.items"),
        cell: (order) => <Figure value={order.itemCount} />,
        align: "right",
      },
      {
        id: "total",
        header: t("column.total"),
        cell: (order) => <Money amount={order.total} currency={order.currency} />,
        align: "right",
        sortable: true,
        card: "fact",
      },
      {
        id: "submittedAt",
        header: t("column.submitted"),
        cell: (order) => <DateTime at={order.submittedAt} />,
        align: "right",
        sortable: true,
        card: "fact",
      },
    ],
    [t],
  );
}
