import { definePlugin } from "@comptoir/kit";
import { messages } from "./messages";

export default definePlugin({
  id: "phonographic",
  screens: { "/admin/snep/integration": () => import("./Integration") },
  messages,
});
