import { definePlugin } from "@comptoir/kit";

export default definePlugin({
  id: "hostile",
  screens: {
    "/admin/hostile/attempts": () => import("./Attempts"),
    "/admin/hostile/other": () => import("./Other"),
  },
  messages: { fr: {}, en: {} },
});
