import { cursorOf, DateTime, Empty, Link, Loaded, Money, Quiet, SimpleTable, Stack } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { fetchTexts } from "../i18n";
import { orders } from "./api";
import { OrderStatus } from "./OrderStatus";
import { orderPaths } from "./paths";

// For the pages of others.
fetchTexts("orders");

const NEWEST = cursorOf({ take: 8, orderBy: [{ field: "submittedAt", direction: "desc" }] });

/** The newest orders, and the way to all of them. */
export function RecentOrders() {
  const { t } = useTranslation("orders");
  const area = useArea();
  return (
    <Loaded of={orders.useList(NEWEST)} lines={8}>
      {({ rows }) =>
        rows.length === 0 ? (
          <Empty icon="orders" title={t("list.empty.title")} />
        ) : (
          <Stack>
            <SimpleTable
              caption={t("recent.title")}
              rows={rows}
              rowKey={(order) => order.id}
              columns={[
                {
                  id: "reference",
                  header: t("column.reference"),
                  cell: (order) => <Link to={orderPaths.detail(area, order.id)}>{order.reference}</Link>,
                },
                {
                  id: "customer",
                  header: t("column.customer"),
                  cell: (order) => (
                    <>
                      {order.customerName}
                      <div>
                        <Quiet>{order.store.name}</Quiet>
                      </div>
                    </>
                  ),
                },
                {
                  id: "status",
                  header: t("column.status"),
                  cell: (order) => (
                    <OrderStatus status={order.status} providerStatus={order.providerStatus} />
                  ),
                },
                {
                  id: "total",
                  header: t("column.total"),
                  align: "right",
                  cell: (order) => <Money amount={order.total} currency={order.currency} />,
                },
                {
                  id: "submitted",
                  header: t("column.submitted"),
                  align: "right",
                  cell: (order) => <DateTime at={order.submittedAt} />,
                },
              ]}
            />
            <Link to={orderPaths.list(area)}>{t("recent.all")}</Link>
          </Stack>
        )
      }
    </Loaded>
  );
}
