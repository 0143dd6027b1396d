import { CardSkeleton, Fetching, Page, SkeletonLines, Stack, useCan, useIsStaff } from "@comptoir/kit";
import { lazy } from "react";
import { useTranslation } from "react-i18next";
import { NoScreens } from "../app/NoScreens";
import { SynchronizeButton } from "../orders/SynchronizeButton";
import { MonthHome } from "./MonthHome";
import { Needs } from "./Needs";
import { useNeeds, useStanding } from "./useNeeds";

const Connections = lazy(() => import("./Connections"));
const LowStock = lazy(() => import("../products/LowStock"));
const OrdersHome = lazy(() => import("./OrdersHome"));

/** What needs a hand, and how everything goes: for staff over all stores, for a customer over their own. */
export default function Home() {
  const { t } = useTranslation("home");
  const can = useCan();
  const standing = useStanding();
  const needs = useNeeds(standing);
  const readsReports = can("READ_AUDIT");
  const readsOrders = can("READ_ORDER");
  const isStaff = useIsStaff();
  const readsConnections = can(isStaff ? ["READ_CONNECTOR", "READ_STORE"] : "READ_STORE");
  return (
    <Page title={t("title")} actions={<SynchronizeButton />}>
      <Stack>
        {needs.length > 0 && <Needs needs={needs} standing={standing} />}
        {readsConnections && (
          <Fetching of={Connections} fallback={<CardSkeleton height={106} />}>
            <Connections />
          </Fetching>
        )}
        {readsReports && <MonthHome standing={standing} />}
        {readsOrders && !readsReports && (
          <Fetching of={OrdersHome} fallback={<SkeletonLines lines={12} />}>
            <OrdersHome standing={standing} />
          </Fetching>
        )}
        {!isStaff && can("READ_PRODUCT") && (
          <Fetching of={LowStock} fallback={null}>
            <LowStock />
          </Fetching>
        )}
        {!readsOrders && !readsReports && !readsConnections && needs.length === 0 && <NoScreens />}
      </Stack>
    </Page>
  );
}
