import { Can, Columns, Notes, PostalAddress, RecordPage, Section, Stack } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { FeesOf } from "../finance/fees/FeesOf";
import { PluginActions } from "../plugins/PluginActions";
import { type Order, orders } from "./api";
import { MapOrder } from "./MapOrder";
import { OrderAmounts, OrderQuote } from "./OrderAmounts";
import { OrderFacts, OrderTracking } from "./OrderFacts";
import { OrderHistory } from "./OrderHistory";
import { OrderLines } from "./OrderLines";
import { OrderPush } from "./OrderPush";
import { OrderStatus } from "./OrderStatus";
import { orderPaths } from "./paths";

function OrderView({ order }: { order: Order }) {
  const { t } = useTranslation("orders");
  return (
    <Columns
      main={
        <>
          <Section title={t("detail.items")}>
            <OrderLines order={order} />
          </Section>
          <Section title={t("detail.amounts")}>
            <OrderAmounts order={order} />
          </Section>
          {order.manual?.quote && <OrderQuote quote={order.manual.quote} />}
          <FeesOf causeId={order.id} />
          <Notes relationId={order.id} />
          <OrderHistory order={order} />
        </>
      }
      side={
        <>
          {order.manual && <OrderPush order={order} manual={order.manual} />}
          <Section title={t("detail.order")}>
            <OrderFacts order={order} />
          </Section>
          <Section title={t("detail.tracking")}>
            <OrderTracking order={order} />
          </Section>
          <Section title={t("detail.customer")}>
            <Stack gap={2}>
              <span>{order.contact.name || order.customerName}</span>
              <span>{order.contact.email || t("detail.noEmail")}</span>
              {order.contact.phone && <span>{order.contact.phone}</span>}
            </Stack>
          </Section>
          <Section title={t("detail.shippingAddress")}>
            <PostalAddress address={order.shippingAddress} />
          </Section>
          {order.billingAddress && (
            <Section title={t("detail.billingAddress")}>
              <PostalAddress address={order.billingAddress} />
            </Section>
          )}
        </>
      }
    />
  );
}

/** One order: what was bought, what it cost, where it goes, where it is. */
export default function OrderDetail() {
  const { t } = useTranslation("orders");
  const area = useArea();
  return (
    <RecordPage
      of={[orderPaths.detail.useIds().orderId]}
      useRecord={orders.useOne}
      breadcrumbs={[{ label: t("list.title"), to: orderPaths.list(area) }]}
      title={({ reference }) => t("detail.title", { reference })}
      mark={({ status, providerStatus, statusMessage }) => (
        <OrderStatus status={status} providerStatus={providerStatus} message={statusMessage} />
      )}
      actions={(order) => (
        <>
          <Can permission={["WRITE_ORDER", "READ_STORE"]} staff>
            <MapOrder order={order} />
          </Can>
          <PluginActions entity="order" record={order} />
        </>
      )}
    >
      {(order) => <OrderView order={order} />}
    </RecordPage>
  );
}
