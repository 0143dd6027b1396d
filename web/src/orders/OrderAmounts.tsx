import { Money, Quiet, Section, SimpleTable, Stack, useFormats } from "@comptoir/kit";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { PriceExplanation } from "../shipping/PriceExplanation";
import { useShippingTexts } from "../shipping/useShippingTexts";
import { WeightFacts } from "../shipping/WeightFacts";
import type { Order } from "./api";
import { type OrderTotal, pieces } from "./values";

interface AmountRow {
  label: string;
  /** How it comes about. */
  note?: string;
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
        {
          id: "label",
          header: t("amount.what"),
          cell: (row) => (
            <Stack gap={2}>
              {strong(row, row.label)}
              {row.note && <Quiet>{row.note}</Quiet>}
            </Stack>
          ),
        },
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

/** What the words beside the amounts of an order tell of. */
interface RowNotes {
  /** How it is shipped: the carrier and the weight; empty before one is chosen. */
  way: string;
  /** The articles that are bought, with their prices. */
  bought: { quantity: string | number; price: string }[];
}

/** How the total of an order that was made here comes about, line by line (F3): what the store pays, or is paid where it is negative. */
export function useManualRows() {
  const { t } = useTranslation("orders");
  const { money, number } = useFormats();
  const sumOf = ({ bought }: RowNotes) =>
    bought
      .map(({ quantity, price }) => `${number(pieces(String(quantity)))} × ${money(price || "0")}`)
      .join(" + ");
  return (total: OrderTotal, notes: RowNotes): AmountRow[] => [
    ...(total.charged === null
      ? [{ label: t("amount.shipping"), note: notes.way, amount: total.shipping }]
      : [
          { label: t("amount.shipping"), note: t("amount.shippingBorne"), amount: total.shipping },
          { label: t("amount.charged"), note: sumOf(notes), amount: String(-Number(total.charged)) },
        ]),
    {
      label: t("amount.seeding"),
      note: total.isFree ? t("amount.waived") : undefined,
      amount: total.seeding,
    },
    {
      label: t("column.totalExVat"),
      note: Number(total.total) < 0 ? t("amount.paidToStore") : undefined,
      amount: total.total,
    },
  ];
}

/** How the total of an order that was made here came about. */
function ManualAmounts({ order, manual }: { order: Order; manual: NonNullable<Order["manual"]> }) {
  const { t } = useTranslation("orders");
  const manualRows = useManualRows();
  const way = useWay();
  const { quote } = manual;
  const total = {
    charged: manual.isCompanyPurchase ? manual.charged : null,
    shipping: order.shippingPrice,
    seeding: manual.isFree ? "0" : manual.seedingCost,
    isFree: manual.isFree,
    total: order.total,
  };
  const bought = order.lines.map(({ quantity, toCharge }) => ({ quantity, price: toCharge ?? "0" }));
  const notes = { way: quote ? way(quote.carrierName, quote.weight.billable) : "", bought };
  return (
    <AmountRows caption={t("detail.amounts")} rows={manualRows(total, notes)} currency={order.currency} />
  );
}

/** What the way of an order that was made here was quoted then, and why: it stays what it was. */
export function OrderQuote({ quote }: { quote: NonNullable<NonNullable<Order["manual"]>["quote"]> }) {
  const { t } = useTranslation("shipping");
  return (
    <Section title={t("explanation.section")}>
      <Stack>
        <WeightFacts weight={quote.weight} />
        <PriceExplanation of={quote.explanation} />
      </Stack>
    </Section>
  );
}

/** How a parcel goes, in words: the carrier and what it is charged as. */
export function useWay() {
  const { grams } = useShippingTexts();
  return (carrier: string, billable: number) => `${carrier} · ${grams(billable)}`;
}

/** How the order's total comes about. */
export function OrderAmounts({ order }: { order: Order }) {
  const { t } = useTranslation("orders");
  const { money } = useFormats();
  if (order.manual) return <ManualAmounts order={order} manual={order.manual} />;
  const rows = [
    { label: t("amount.subtotal"), amount: order.subtotal },
    { label: t("amount.discount"), amount: order.discount },
    { label: t("amount.shipping"), amount: order.shippingPrice },
    { label: t("amount.tax"), amount: order.tax },
    {
      label: t("amount.totalInclVat"),
      note: t("amount.exVat", { amount: money(order.totalExVat, order.currency) }),
      amount: order.total,
    },
  ];
  return <AmountRows caption={t("detail.amounts")} rows={rows} currency={order.currency} />;
}
