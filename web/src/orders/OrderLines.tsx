import { CopyId, Empty, Figure, Link, Money, Quiet, Row, SimpleTable, useMayOpen } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { articleName } from "../products/names";
import { Picture } from "../products/Picture";
import { productPaths } from "../products/paths";
import type { Order } from "./api";
import classes from "./OrderLines.module.css";

type Line = Order["lines"][number];

/** What the store's catalogue calls the article, which leads to its product; else what the provider does. */
function Article({ line: { sku, name, variant, bundleTitle } }: { line: Line }) {
  const { t } = useTranslation("orders");
  const area = useArea();
  const mayOpen = useMayOpen();
  const to = variant && productPaths.detail(area, variant.productId);
  const called = variant ? articleName(variant.name, variant.title) : bundleTitle || name;
  return (
    <Row wrap="nowrap" gap={12}>
      <Picture src={variant?.image ?? ""} size={40} alt="" />
      <div>
        {called !== sku && (
          <div className={classes.name}>
            {to && mayOpen(to) ? <Link to={to}>{called}</Link> : called}{" "}
            {bundleTitle && <Quiet>{t("line.bundle")}</Quiet>}
          </div>
        )}
        <CopyId value={sku} />
      </div>
    </Row>
  );
}

interface OrderLinesProps {
  order: Order;
  /** What, how many and for how much: beside a list there is no room for more. */
  isBrief?: boolean;
}

/** What was ordered. Prices are for one, a discount is for its line. */
export function OrderLines({ order, isBrief }: OrderLinesProps) {
  const { t } = useTranslation("orders");
  // A column of nothing but zeros takes the room of the others on a phone.
  const isDiscounted = !isBrief && order.lines.some((line) => Number(line.discount) !== 0);
  const isBought = !isBrief && order.lines.some((line) => line.toCharge !== null);
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
          cell: (line) => <Article line={line} />,
        },
        {
          id: "quantity",
          header: t("line.quantity"),
          align: "right",
          cell: (line) => <Figure value={line.quantity} />,
        },
        ...(isBrief
          ? []
          : [
              {
                id: "unitPrice",
                header: t("line.unitPrice"),
                align: "right" as const,
                cell: (line: Line) => <Money amount={line.unitPrice} currency={order.currency} />,
              },
            ]),
        ...(isDiscounted
          ? [
              {
                id: "discount",
                header: t("line.discount"),
                align: "right" as const,
                cell: (line: Line) => <Money amount={line.discount} currency={order.currency} />,
              },
            ]
          : []),
        ...(isBought
          ? [
              {
                id: "toCharge",
                header: t("line.toCharge"),
                align: "right" as const,
                cell: (line: Line) => <Money amount={line.toCharge ?? "0"} currency={order.currency} />,
              },
            ]
          : []),
        {
          id: "total",
          header: order.manual ? t("line.totalExVat") : t("line.total"),
          align: "right",
          cell: (line) => <Money amount={line.total} currency={order.currency} />,
        },
      ]}
    />
  );
}
