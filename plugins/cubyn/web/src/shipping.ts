import type { ShippingPlace } from "@comptoir/kit";

/** Where the screens on Cubyn's carriers and their prices stand. */
export const SHIPPING: ShippingPlace = {
  provider: "cubyn",
  prices: "/admin/cubyn/shipping",
  carriers: "/admin/cubyn/shipping/carrier",
};
