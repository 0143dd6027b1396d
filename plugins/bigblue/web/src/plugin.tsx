import { definePlugin } from "@comptoir/kit";
import { messages } from "./messages";

export default definePlugin({
  id: "bigblue",
  screens: { "/admin/bigblue/product": () => import("./ProductList") },
  messages,
});
