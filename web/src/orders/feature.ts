import { lazy } from "react";
import type { AreaName, Feature, Screen } from "../app/feature";
import { orderPaths } from "./paths";
import { MAKE_ORDER } from "./permissions";

const OrderList = lazy(() => import("./OrderList"));
const CreateOrder = lazy(() => import("./CreateOrder"));
const OrderDetail = lazy(() => import("./OrderDetail"));

const screens = (area: AreaName): Screen[] => [
  {
    area,
    path: orderPaths.list.path,
    permission: "READ_ORDER",
    page: OrderList,
    menu: { group: "main", label: (t) => t("orders:menu"), icon: "orders" },
  },
  {
    area,
    path: orderPaths.create.path,
    permission: MAKE_ORDER,
    page: CreateOrder,
    command: (t) => t("orders:create.action"),
  },
  { area, path: orderPaths.detail.path, permission: "READ_ORDER", page: OrderDetail },
];

/** Orders: for staff of every store, for customers of their own. */
export const orders: Feature = {
  id: "orders",
  screens: [...screens("admin"), ...screens("customer")],
  find: {
    permission: "READ_ORDER",
    label: (t) => t("orders:menu"),
    icon: "orders",
    search: async (text) => (await import("./api")).findOrders(text),
    to: orderPaths.detail,
  },
};
