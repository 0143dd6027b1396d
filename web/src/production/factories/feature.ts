import { lazy } from "react";
import type texts from "../../../locales/fr/factories.json";
import type { Feature } from "../../app/feature";
import { factoryPaths } from "./paths";

/** Who makes apparel, and which of them can make something. All of the staff's, whatever their permissions. */
export const factories: Feature = {
  id: "factories",
  screens: [
    {
      area: "admin",
      path: factoryPaths.list.path,
      page: lazy(() => import("./FactoryList")),
      menu: { group: "production", label: { fr: "Ateliers", en: "Factories" }, icon: "factory" },
    },
    {
      area: "admin",
      path: factoryPaths.create.path,
      page: lazy(() => import("./FactoryForm")),
      command: { fr: "Créer un atelier", en: "Create factory" },
    },
    {
      area: "admin",
      path: factoryPaths.find.path,
      page: lazy(() => import("./FactoryFinder")),
      command: { fr: "Trouver un atelier", en: "Find a factory" },
    },
    { area: "admin", path: factoryPaths.detail.path, page: lazy(() => import("./FactoryDetail")) },
  ],
  find: {
    search: async (text) => (await import("./api")).findFactories(text),
    to: factoryPaths.detail,
  },
  opens: { factory: factoryPaths.detail },
};

declare module "@comptoir/kit" {
  interface PortalResources {
    factories: typeof texts;
  }
}
