import { lazy } from "react";
import type { Feature } from "../app/feature";

/** What operators look at: versions, mails, plugins. */
export const developer: Feature = {
  id: "developer",
  screens: [
    {
      area: "admin",
      path: "developer",
      permission: "SUPER_ADMIN",
      page: lazy(() => import("./DeveloperPage")),
      menu: { group: "developer", label: (t) => t("developer:menu"), icon: "developer" },
    },
    {
      area: "admin",
      path: "developer/plugin",
      permission: "SUPER_ADMIN",
      page: lazy(() => import("./PluginsPage")),
      menu: { group: "developer", label: (t) => t("developer:plugins.menu"), icon: "integrations" },
    },
    {
      area: "admin",
      path: "developer/event",
      permission: "SUPER_ADMIN",
      page: lazy(() => import("./EventsPage")),
      menu: { group: "developer", label: (t) => t("developer:events.menu"), icon: "synchronize" },
    },
  ],
};
