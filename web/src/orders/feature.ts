import { lazy } from "react";
import type texts from "../../locales/fr/orders.json";
import type { AreaName, Feature, Screen } from "../app/feature";
import { orderPaths } from "./paths";

const OrderList = lazy(() => import("./OrderList"));
const OrderForm = lazy(() => import("./OrderForm"));
const OrderDetail = lazy(() => import("./OrderDetail"));

const screens = (area: AreaName): Screen[] => [
  {
    area,
    path: orderPaths.list.path,
    permission: "READ_ORDER",
    page: OrderList,
    menu: { group: "main", label: { fr: "Commandes", en: "Orders" }, icon: "orders" },
  },
  {
    area,
    path: orderPaths.create.path,
    // Its form reads stores and their articles.
    permission: ["WRITE_ORDER", "READ_PRODUCT", "READ_STORE"],
    page: OrderForm,
    command: { fr: "Créer une commande", en: "Create order" },
  },
  { area, path: orderPaths.detail.path, permission: "READ_ORDER", page: OrderDetail },
];

/** Orders: for staff of every store, for customers of their own. */
export const orders: Feature = {
  id: "orders",
  screens: [...screens("admin"), ...screens("customer")],
  find: {
    search: async (text) => (await import("./api")).findOrders(text),
    to: orderPaths.detail,
  },
  opens: { order: orderPaths.detail },
};

declare module "@comptoir/kit" {
  interface PortalResources {
    orders: typeof texts;
  }
}
