import { definePlugin } from "@comptoir/kit";
import { messages } from "./messages";

export default definePlugin({
  id: "acme",
  screens: { "/admin/acme/order": () => import("./OrderList") },
  messages,
});
