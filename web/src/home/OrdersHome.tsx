import { Columns, cursorOf, Loaded, Section } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { StatusTable } from "../analytics/StatusTable";
import { useArea } from "../app/area";
import { orderPaths } from "../orders/paths";
import { RecentOrders } from "../orders/RecentOrders";
import { Explained } from "./Explained";
import type { Standing } from "./useNeeds";

/** How the orders stand, for who reads no reports. */
export default function OrdersHome({ standing }: { standing: Standing }) {
  const { t } = useTranslation("home");
  const list = orderPaths.list(useArea());
  return (
    <Columns
      main={
        <Section title={t("orders.recent")}>
          <RecentOrders />
        </Section>
      }
      side={
        <Section
          title={t("orders.byStatus")}
          action={<Explained of={t("orders.byStatus")} figure="allStatuses" />}
        >
          <Loaded of={standing} lines={6}>
            {({ byStatus }) => (
              <StatusTable
                counts={[
                  {
                    ...{ id: "all", header: t("orders.count") },
                    statuses: byStatus.map(({ status, count }) => ({ status, orders: count })),
                    listOf: (status) =>
                      `${list}?cursor=${cursorOf({ filters: [{ field: "status", values: [status] }] })}`,
                  },
                ]}
              />
            )}
          </Loaded>
        </Section>
      }
    />
  );
}
