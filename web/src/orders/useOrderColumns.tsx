import { type Column, Country, columnsOf, usePlugins } from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { OrderRow } from "./api";
import { OrderStatus } from "./OrderStatus";
import { useMethods } from "./useMethods";

const { text, copy, number, money, date } = columnsOf<OrderRow, "orders">();

/** The columns of every list of orders: what one looks at first, then all else that an order has. */
export function useOrderColumns(): Column<OrderRow, "orders">[] {
  const { t } = useTranslation("orders");
  const { data: plugins } = usePlugins();
  const methodOf = useMethods();
  return useMemo(
    () => [
      text("reference", t("column.reference"), { sortable: true, card: "title" }),
      text("store", t("column.store"), { of: ({ store }) => store.name, card: "fact" }),
      {
        id: "status",
        header: t("column.status"),
        cell: (order) => (
          <OrderStatus
            status={order.status}
            providerStatus={order.providerStatus}
            message={order.statusMessage}
            hold={order.hold}
          />
        ),
        sortable: true,
        card: "mark",
      },
      text("source", t("fact.source"), {
        of: ({ source }) => (source === "seeding" ? t("source.seeding") : t("source.normal")),
        hidden: true,
      }),
      text("customer", t("column.customer"), { of: ({ customerName }) => customerName }),
      { id: "country", header: t("column.country"), cell: ({ country }) => <Country code={country} /> },
      number("items", t("column.items"), { of: ({ itemCount }) => itemCount }),
      money("total", t("column.total"), {
        of: ({ total, currency }) => ({ amount: total, currency }),
        sortable: true,
        card: "fact",
      }),
      ...(["subtotal", "discount", "shippingPrice", "tax"] as const).map((amount) =>
        money(amount, t(`column.${amount}`), {
          of: (order) => ({ amount: order[amount], currency: order.currency }),
          hidden: true,
        }),
      ),
      money("totalExVat", t("column.totalExVat"), {
        of: ({ totalExVat, currency }) => ({ amount: totalExVat, currency }),
        hidden: true,
      }),
      date("submittedAt", t("column.submitted"), { sortable: true, card: "fact" }),
      date("shippedAt", t("fact.shipped"), { hidden: true }),
      date("returnedAt", t("column.returned"), { hidden: true }),
      date("updatedAt", t("fact.updated"), { hidden: true }),
      text("shippingMethod", t("fact.method"), {
        of: ({ shippingMethod }) => methodOf(shippingMethod),
        hidden: true,
      }),
      text("carrier", t("fact.carrier"), { hidden: true }),
      copy("trackingNumber", t("fact.trackingNumber"), { hidden: true }),
      text("provider", t("fact.provider"), {
        of: ({ provider }) => plugins?.find(({ id }) => id === provider)?.name ?? provider,
        hidden: true,
      }),
      copy("providerId", t("fact.providerId"), { hidden: true }),
      text("email", t("create.email"), { hidden: true }),
      text("phone", t("column.phone"), { hidden: true }),
      text("company", t("column.company"), { hidden: true }),
      text("zip", t("column.zip"), { hidden: true }),
      text("city", t("column.city"), { hidden: true }),
    ],
    [t, plugins, methodOf],
  );
}
