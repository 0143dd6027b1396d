import { lazy } from "react";
import type { Feature, Screen } from "../app/feature";

/** The kit's parts, one by one. Not in the portal that is shipped: what is false while it is built is left out of it. */
const kit: Screen[] =
  import.meta.env.DEV || import.meta.env.MODE === "stories"
    ? [
        {
          area: "admin",
          path: "developer/kit",
          permission: "SUPER_ADMIN",
          page: lazy(() => import("@comptoir/kit/stories")),
          menu: {
            group: "developer",
            label: (_, language) => (language === "fr" ? "Composants" : "Kit parts"),
            icon: "panel",
          },
        },
      ]
    : [];

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
    ...kit,
  ],
};
