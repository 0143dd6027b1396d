import { Fetching, ListPage, SkeletonLines, useIsStaff, useListState } from "@comptoir/kit";
import { lazy, Suspense, useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { usePluginActions } from "../plugins/PluginActions";
import { usePluginColumns } from "../plugins/useContributions";
import { type OrderRow, orders } from "./api";
import { pastePaths } from "./paste/paths";
import { orderPaths } from "./paths";
import { SynchronizeButton } from "./SynchronizeButton";
import { useOrderColumns } from "./useOrderColumns";
import { useOrderFilters } from "./useOrderFilters";
import { canEnd } from "./values";
import type { AskedWork } from "./work/offered";

const OrderBulk = lazy(() => import("./work/OrderBulk"));
const OrderWork = lazy(() => import("./work/OrderWork"));
const OrderPeek = lazy(() => import("./OrderPeek"));

/** All orders that one may see, newest first. */
export default function OrderList() {
  const { t } = useTranslation("orders");
  const area = useArea();
  const isStaff = useIsStaff();
  const state = useListState({ field: "submittedAt", direction: "desc" });
  const rows = orders.useList(state.cursor);
  // The window is the page's own, as what it tells of may be selected no more.
  const [asked, setAsked] = useState<(AskedWork & { number: number }) | null>(null);
  const ask = (wanted: AskedWork) => setAsked({ ...wanted, number: (asked?.number ?? 0) + 1 });
  // The same as long as what they read is: a refresh draws no row anew of which nothing changed.
  const rowLabel = useCallback((order: OrderRow) => t("list.row", { reference: order.reference }), [t]);
  const rowTo = useCallback((order: OrderRow) => orderPaths.detail(area, order.id), [area]);
  const synchronize = <SynchronizeButton />;
  return (
    <ListPage
      title={t("list.title")}
      actions={synchronize}
      links={[{ to: pastePaths.create(area), label: t("list.paste"), icon: "table" }]}
      create={{ to: orderPaths.create(area), label: t("create.action") }}
      name="orders"
      state={state}
      rows={rows}
      columns={usePluginColumns("order", useOrderColumns())}
      rowLabel={rowLabel}
      rowTo={rowTo}
      rowActions={usePluginActions<OrderRow>("order", canEnd)}
      peek={({ id }) => (
        <Fetching of={OrderPeek} fallback={<SkeletonLines lines={12} />}>
          <OrderPeek orderId={id} />
        </Fetching>
      )}
      searchLabel={t("list.search")}
      filters={useOrderFilters(state, rows.page?.rows)}
      exportAs={orders.export}
      resource={t("list.resource")}
      bulk={(selection) => (
        <Suspense>
          <OrderBulk selection={selection} ask={ask} />
        </Suspense>
      )}
      empty={{
        icon: "orders",
        title: t("list.empty.title"),
        text: isStaff ? t("list.empty.admin") : t("list.empty.customer"),
        action: synchronize,
      }}
    >
      <Suspense>{asked && <OrderWork key={asked.number} asked={asked} />}</Suspense>
    </ListPage>
  );
}
