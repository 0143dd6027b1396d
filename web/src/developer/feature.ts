import { lazy } from "react";
import type texts from "../../locales/fr/developer.json";
import type { Feature, Screen } from "../app/feature";
import { developerPaths } from "./paths";

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
            label: { fr: "Composants", en: "Kit parts" },
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
      path: developerPaths.home.path,
      permission: "SUPER_ADMIN",
      page: lazy(() => import("./DeveloperHome")),
      menu: { group: "developer", label: { fr: "Développeur", en: "Developer" }, icon: "developer" },
    },
    {
      area: "admin",
      path: developerPaths.plugins.path,
      permission: "SUPER_ADMIN",
      page: lazy(() => import("./PluginList")),
      menu: { group: "developer", label: { fr: "Extensions", en: "Plugins" }, icon: "integrations" },
    },
    {
      area: "admin",
      path: developerPaths.events.path,
      permission: "SUPER_ADMIN",
      page: lazy(() => import("./EventList")),
      menu: { group: "developer", label: { fr: "Événements", en: "Events" }, icon: "synchronize" },
    },
    ...kit,
  ],
};

declare module "@comptoir/kit" {
  interface PortalResources {
    developer: typeof texts;
  }
}
