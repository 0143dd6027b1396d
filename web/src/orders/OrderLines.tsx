import { CopyId, Empty, Figure, Money, SimpleTable } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { Order } from "./api";

/** What was ordered. Prices are for one, a discount is for its line. */
export function OrderLines({ order }: { order: Order }) {
  const { t } = useTranslation("orders");
  // A column of nothing but zeros takes the room of the others on a phone.
  const isDiscounted = order.lines.some((line) => Number(line.discount) !== 0);
  const isBought = order.lines.some((line) => line.toCharge !== null);
  if (order.lines.length === 0) return <Empty icon="product" title={t("detail.noItems")} />;
  return (
    <SimpleTable
      caption={t("detail.items")}
      rows={order.lines}
      rowKey={(line) => line.id}
      columns={[
        {
          id: "name",
          header: t("line.article"),
          cell: (line) => (
            <>
              {line.name !== line.sku && <div>{line.name}</div>}
              <CopyId value={line.sku} />
            </>
          ),
        },
        {
          id: "quantity",
          header: t("line.quantity"),
          align: "right",
          cell: (line) => <Figure value={line.quantity} />,
        },
        {
          id: "unitPrice",
          header: t("line.unitPrice"),
          align: "right",
          cell: (line) => <Money amount={line.unitPrice} currency={order.currency} />,
        },
        ...(isDiscounted
          ? [
              {
                id: "discount",
                header: t("line.discount"),
                align: "right" as const,
                cell: (line: Order["lines"][number]) => (
                  <Money amount={line.discount} currency={order.currency} />
                ),
              },
            ]
          : []),
        ...(isBought
          ? [
              {
                id: "toCharge",
                header: t("line.toCharge"),
                align: "right" as const,
                cell: (line: Order["lines"][number]) => (
                  <Money amount={line.toCharge ?? "0"} currency={order.currency} />
                ),
              },
            ]
          : []),
        {
          id: "total",
          header: t("line.total"),
          align: "right",
          cell: (line) => <Money amount={line.total} currency={order.currency} />,
        },
      ]}
    />
  );
}
