import {
  Columns,
  Notes,
  PostalAddress,
  RecordPage,
  type Schemas,
  Section,
  Stack,
  useCan,
  useIsStaff,
  useShortcuts,
} from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { FeesOf } from "../finance/fees/FeesOf";
import { PluginActions } from "../plugins/PluginActions";
import { type Order, orders } from "./api";
import { type Correctable, CorrectionDialog, useCorrectionNames, useCorrections } from "./CorrectOrder";
import { MapOrder } from "./MapOrder";
import { OrderAmounts, OrderQuote } from "./OrderAmounts";
import { OrderCustomer } from "./OrderCustomer";
import { OrderFacts } from "./OrderFacts";
import { OrderHistory } from "./OrderHistory";
import { OrderHold } from "./OrderHold";
import { OrderLines } from "./OrderLines";
import { OrderPush } from "./OrderPush";
import { OrderShips } from "./OrderShips";
import { OrderStatus } from "./OrderStatus";
import { OrderTimeline } from "./OrderTimeline";
import { OtherOrders } from "./OtherOrders";
import { orderPaths } from "./paths";
import { canEnd } from "./values";

function OrderView({ order }: { order: Order }) {
  const { t } = useTranslation("orders");
  return (
    <Columns
      main={
        <>
          <OrderTimeline order={order} />
          <Section title={t("detail.items")}>
            <OrderLines order={order} />
            {order.ships && <OrderShips ships={order.ships} />}
          </Section>
          <Section title={t("detail.amounts")}>
            <OrderAmounts order={order} />
          </Section>
          {order.manual?.quote && <OrderQuote quote={order.manual.quote} />}
          <FeesOf causeId={order.id} />
          <OrderHistory order={order} />
          <Notes relationId={order.id} />
        </>
      }
      side={
        <>
          {order.manual && <OrderPush order={order} manual={order.manual} />}
          <Section title={t("detail.order")}>
            <OrderFacts order={order} />
          </Section>
          <OrderCustomer order={order} />
          <Section title={t("detail.shippingAddress")}>
            <PostalAddress address={order.shippingAddress} />
          </Section>
          {order.billingAddress && (
            <Section title={t("detail.billingAddress")}>
              <PostalAddress address={order.billingAddress} />
            </Section>
          )}
          <OtherOrders orderId={order.id} />
        </>
      }
    />
  );
}

/** What ends the order is offered while its provider can stop it: by the banner on top, where the order is stuck. */
const isOffered = (action: Schemas["PluginAction"], order: Order) =>
  canEnd(action, order) && !(action.destructive && order.hold);

/** What else can be done with the order; what puts one right that is stuck stands in the banner on top. */
function OrderMenu({ order }: { order: Order }) {
  const { t } = useTranslation("orders");
  const corrections = useCorrections(order);
  const names = useCorrectionNames();
  const [part, setPart] = useState<Correctable | null>(null);
  const [isMapping, setIsMapping] = useState(false);
  const isStaff = useIsStaff();
  const mayMap = useCan()(["WRITE_ORDER", "READ_STORE"]) && isStaff;
  const map = () => setIsMapping(true);
  useShortcuts({ edit: mayMap ? map : undefined });
  const own = [
    ...(order.hold ? [] : corrections).map((each) => ({
      id: each,
      label: names[each].label,
      onClick: () => setPart(each),
    })),
    ...(mayMap ? [{ id: "map", label: t("mapping.action"), onClick: map }] : []),
  ];
  return (
    <>
      <PluginActions entity="order" record={order} offers={isOffered} own={own} />
      <CorrectionDialog order={order} part={part} onClose={() => setPart(null)} />
      <MapOrder order={order} open={isMapping} onClose={() => setIsMapping(false)} />
    </>
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
      actions={(order) => <OrderMenu order={order} />}
    >
      {(order) => (
        <Stack>
          {order.hold && <OrderHold order={{ ...order, hold: order.hold }} />}
          <OrderView order={order} />
        </Stack>
      )}
    </RecordPage>
  );
}
