import { lazy } from "react";
import type texts from "../../../locales/fr/orderPaste.json";
import type { AreaName, Feature, Screen } from "../../app/feature";
import { pastePaths } from "./paths";

const PasteOrders = lazy(() => import("./PasteOrders"));

const screen = (area: AreaName): Screen => ({
  area,
  path: pastePaths.create.path,
  // It reads stores and their articles.
  permission: ["WRITE_ORDER", "READ_PRODUCT", "READ_STORE"],
  page: PasteOrders,
  command: { fr: "Coller des commandes", en: "Paste orders" },
});

/** Many orders out of a spreadsheet. */
export const orderPaste: Feature = {
  id: "orderPaste",
  screens: [screen("admin"), screen("customer")],
};

declare module "@comptoir/kit" {
  interface PortalResources {
    orderPaste: typeof texts;
  }
}
