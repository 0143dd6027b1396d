import { definePlugin } from "@comptoir/kit";
import { messages } from "./messages";

export default definePlugin({
  id: "gorgias",
  screens: { "/admin/gorgias/integration": () => import("./IntegrationList") },
  messages,
});
