import { Loaded, Stack } from "@comptoir/kit";
import { orders } from "./api";
import { OrderFacts } from "./OrderFacts";
import { OrderHold } from "./OrderHold";
import { OrderLines } from "./OrderLines";
import { OrderTimeline } from "./OrderTimeline";

/** An order beside its list: why it is stuck, where it is, what is in it. */
export default function OrderPeek({ orderId }: { orderId: string }) {
  return (
    <Loaded of={orders.useOne(orderId)} lines={12}>
      {(order) => (
        <Stack>
          {order.hold && <OrderHold order={{ ...order, hold: order.hold }} />}
          <OrderTimeline order={order} />
          <OrderLines order={order} isBrief />
          <OrderFacts order={order} />
        </Stack>
      )}
    </Loaded>
  );
}
