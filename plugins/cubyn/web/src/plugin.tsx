import { definePlugin } from "@comptoir/kit";
import { messages } from "./messages";

export default definePlugin({
  id: "cubyn",
  screens: {
    "/admin/cubyn/shipping": () => import("./Shipping"),
    "/admin/cubyn/shipping/carrier": () => import("./CarrierList"),
    "/admin/cubyn/shipping/carrier/create": () => import("./CarrierCreate"),
    "/admin/cubyn/shipping/carrier/:carrierId": () => import("./CarrierDetail"),
  },
  messages,
});
