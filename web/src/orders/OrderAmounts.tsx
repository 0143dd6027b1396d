import { Money, SimpleTable } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { Order } from "./api";

/** How the order's total comes about. */
export function OrderAmounts({ order }: { order: Order }) {
  const { t } = useTranslation("orders");
  const rows = [
    { label: t("amount.subtotal"), amount: order.subtotal },
    { label: t("amount.discount"), amount: order.discount },
    { label: t("amount.shipping"), amount: order.shippingPrice },
    { label: t("amount.tax"), amount: order.tax },
    { label: t("amount.total"), amount: order.total, isTotal: true },
  ];
  return (
    <SimpleTable
      caption={t("detail.amounts")}
      rows={rows}
      rowKey={(row) => row.label}
      columns={[
        {
          id: "label",
          header: t("amount.what"),
          cell: (row) => (row.isTotal ? <strong>{row.label}</strong> : row.label),
        },
        {
          id: "amount",
          header: t("amount.amount"),
          align: "right",
          cell: (row) => {
            const money = <Money amount={row.amount} currency={order.currency} />;
            return row.isTotal ? <strong>{money}</strong> : money;
          },
        },
      ]}
    />
  );
}
