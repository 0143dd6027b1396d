import { lazy } from "react";
import type texts from "../../../locales/fr/factoryArea.json";
import type { Feature } from "../../app/feature";
import { productionPaths } from "../productions/paths";
import { projectProductPaths } from "../products/paths";
import { projectPaths } from "../projects/paths";

const permission = "READ_PROJECT";

/** Where a factory begins, whatever it may do. */
export const factoryHome: Feature = {
  id: "factoryHome",
  texts: "factoryArea",
  screens: [
    {
      area: "factory",
      path: "",
      page: lazy(() => import("./FactoryHome")),
      menu: {
        group: "main",
        label: { fr: "Accueil", en: "Home", tr: "Ana sayfa", pt: "Início" },
        icon: "home",
      },
    },
  ],
};

/** What a factory makes, with neither customers nor prices (decision 1). */
export const factoryArea: Feature = {
  id: "factoryArea",
  screens: [
    {
      area: "factory",
      path: projectPaths.list.path,
      permission,
      page: lazy(() => import("./FactoryProjects")),
      menu: {
        group: "main",
        label: { fr: "Projets", en: "Projects", tr: "Projeler", pt: "Projetos" },
        icon: "project",
      },
    },
    {
      area: "factory",
      path: projectPaths.detail.path,
      permission,
      page: lazy(() => import("./FactoryProject")),
    },
    {
      area: "factory",
      path: projectProductPaths.detail.path,
      permission,
      page: lazy(() => import("./FactoryProduct")),
    },
    {
      area: "factory",
      path: productionPaths.detail.path,
      permission,
      page: lazy(() => import("./FactoryProduction")),
    },
  ],
  find: {
    search: async (text) => (await import("../projects/api")).findProjects(text),
    to: projectPaths.detail,
  },
};

declare module "@comptoir/kit" {
  interface PortalResources {
    factoryArea: typeof texts;
  }
}
