import { lazy } from "react";
import type texts from "../../locales/fr/inbound.json";
import type { Feature } from "../app/feature";
import { inboundPaths } from "./paths";

const InboundList = lazy(() => import("./InboundList"));
const InboundDetail = lazy(() => import("./InboundDetail"));

/** Goods on their way to the warehouse, for customers. Staff see them on the screens of the provider's plugin. */
export const inbound: Feature = {
  id: "inbound",
  screens: [
    {
      area: "customer",
      path: inboundPaths.list.path,
      permission: "READ_ORDER",
      page: InboundList,
      menu: { group: "main", label: { fr: "Réceptions", en: "Inbound shipments" }, icon: "shipped" },
    },
    {
      area: "customer",
      path: inboundPaths.detail.path,
      permission: "READ_ORDER",
      page: InboundDetail,
    },
  ],
  find: {
    search: async (text) => (await import("./api")).findInboundShipments(text),
    to: inboundPaths.detail,
  },
  opens: {
    "inbound-shipment": async ({ base }, id) => {
      const { provider } = await (await import("./api")).inboundShipments.read(id);
      return inboundPaths.detail({ base: `${base}/${provider}` }, id);
    },
  },
};

declare module "@comptoir/kit" {
  interface PortalResources {
    inbound: typeof texts;
  }
}
