import type { ShippingPlace } from "@comptoir/kit";

/** Where the screens on Bigblue's carriers and their prices stand. */
export const SHIPPING: ShippingPlace = {
  provider: "bigblue",
  prices: "/admin/bigblue/shipping/price",
  carriers: "/admin/bigblue/shipping/carrier",
};
