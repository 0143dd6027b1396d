import { DateTime, Link, Money, Quiet, Row, Section, Stack } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { useOtherOrders } from "./api";
import { OrderStatus } from "./OrderStatus";
import { orderPaths } from "./paths";

/** What else the order's customer ordered. Nothing where they ordered nothing else. */
export function OtherOrders({ orderId }: { orderId: string }) {
  const { t } = useTranslation("orders");
  const area = useArea();
  // What cannot be had beside the order is left out.
  const { data } = useOtherOrders(orderId);
  if (!data || data.orders.length === 0) return null;
  return (
    <Section title={t("others.title")}>
      <Stack gap={12}>
        {data.orders.map((order) => (
          <Stack key={order.id} gap={2}>
            <Row justify="between">
              <Link to={orderPaths.detail(area, order.id)}>{order.reference}</Link>
              <OrderStatus status={order.status} providerStatus={order.providerStatus} />
            </Row>
            <Quiet>
              <DateTime at={order.submittedAt} relative={false} /> · {order.store.name} ·{" "}
              <Money amount={order.total} currency={order.currency} />
            </Quiet>
          </Stack>
        ))}
        {data.hasMore && <Quiet>{t("others.more")}</Quiet>}
      </Stack>
    </Section>
  );
}
