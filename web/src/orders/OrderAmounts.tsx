import { Money, SimpleTable } from "@comptoir/kit";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Order } from "./api";
import type { OrderTotal } from "./values";

interface AmountRow {
  label: string;
  /** Null: not known yet. */
  amount: string | null;
}

/** Amounts below each other, the last one what they come to. */
export function AmountRows(props: { caption: string; rows: AmountRow[]; currency: string }) {
  const { t } = useTranslation("orders");
  const last = props.rows.at(-1);
  const strong = (row: AmountRow, words: ReactNode) => (row === last ? <strong>{words}</strong> : words);
  return (
    <SimpleTable
      caption={props.caption}
      rows={props.rows}
      rowKey={(row) => row.label}
      columns={[
        { id: "label", header: t("amount.what"), cell: (row) => strong(row, row.label) },
        {
          id: "amount",
          header: t("amount.amount"),
          align: "right",
          cell: (row) =>
            row.amount === null
              ? t("amount.later")
              : strong(row, <Money amount={row.amount} currency={props.currency} />),
        },
      ]}
    />
  );
}

/** How the total of an order that was made here comes about (F3): what the store pays, or is paid where it is negative. */
export function useManualRows() {
  const { t } = useTranslation("orders");
  return (manual: OrderTotal) => [
    ...(manual.charged === null
      ? [{ label: t("amount.shipping"), amount: null }]
      : [{ label: t("amount.charged"), amount: String(-Number(manual.charged)) }]),
    { label: t("amount.seeding"), amount: manual.seeding },
    { label: t("amount.total"), amount: manual.total },
  ];
}

/** How the order's total comes about. */
export function OrderAmounts({ order }: { order: Order }) {
  const { t } = useTranslation("orders");
  const manualRows = useManualRows();
  const { manual } = order;
  const rows = manual
    ? manualRows({
        charged: manual.isCompanyPurchase ? manual.charged : null,
        seeding: manual.isFree ? "0" : manual.seedingCost,
        total: order.total,
      })
    : [
        { label: t("amount.subtotal"), amount: order.subtotal },
        { label: t("amount.discount"), amount: order.discount },
        { label: t("amount.shipping"), amount: order.shippingPrice },
        { label: t("amount.tax"), amount: order.tax },
        { label: t("amount.total"), amount: order.total },
      ];
  return <AmountRows caption={t("detail.amounts")} rows={rows} currency={order.currency} />;
}
