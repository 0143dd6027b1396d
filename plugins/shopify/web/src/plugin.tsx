import { definePlugin } from "@comptoir/kit";
import { messages } from "./messages";

export default definePlugin({
  id: "shopify",
  screens: {
    "/admin/shopify/integration": () => import("./IntegrationList"),
    "/admin/shopify/shipping-fee": () => import("./ShippingFees"),
  },
  messages,
});
