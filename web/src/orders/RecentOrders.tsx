import {
  cursorOf,
  DateTime,
  Empty,
  ErrorView,
  Link,
  Money,
  SimpleTable,
  SkeletonLines,
  Stack,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { orders } from "./api";
import { OrderStatus } from "./OrderStatus";
import { orderPaths } from "./paths";

const NEWEST = cursorOf({ take: 8, orderBy: [{ field: "submittedAt", direction: "desc" }] });

/** The newest orders, and the way to all of them. */
export function RecentOrders() {
  const { t } = useTranslation("orders");
  const area = useArea();
  const { page, error, retry } = orders.useList(NEWEST);
  if (error) return <ErrorView error={error} retry={retry} />;
  if (!page) return <SkeletonLines lines={8} />;
  if (page.rows.length === 0) return <Empty icon="orders" title={t("list.empty.title")} />;
  return (
    <Stack>
      <SimpleTable
        caption={t("recent.title")}
        rows={page.rows}
        rowKey={(order) => order.id}
        columns={[
          {
            id: "reference",
            header: t("column.reference"),
            cell: (order) => <Link to={orderPaths.detail(area, order.id)}>{order.reference}</Link>,
          },
          {
            id: "status",
            header: t("column.status"),
            cell: (order) => <OrderStatus status={order.status} />,
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
  );
}
