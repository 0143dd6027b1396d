import { lazy } from "react";
import type texts from "../../locales/fr/shipping.json";
import type { Feature } from "../app/feature";
import { shippingPaths } from "./paths";

const ShippingFees = lazy(() => import("./ShippingFees"));
const VatTable = lazy(() => import("./VatTable"));

/** What shipping costs stores: each reads its own prices. */
export const shipping: Feature = {
  id: "shipping",
  screens: [
    {
      area: "admin",
      path: shippingPaths.fees.path,
      // Its store is looked up among those of the organization’s contract.
      permission: ["READ_ORGANIZATION", "READ_FEE"],
      page: ShippingFees,
    },
    { area: "customer", path: shippingPaths.ownFees.path, permission: "READ_FEE", page: ShippingFees },
    {
      area: "admin",
      path: shippingPaths.vat.path,
      permission: "READ_CONNECTOR",
      page: VatTable,
      command: { fr: "TVA par destination", en: "VAT by destination" },
    },
  ],
};

declare module "@comptoir/kit" {
  interface PortalResources {
    shipping: typeof texts;
  }
}
