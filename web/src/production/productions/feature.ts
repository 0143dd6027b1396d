import { lazy } from "react";
import type texts from "../../../locales/fr/productions.json";
import type { Feature } from "../../app/feature";
import { productionPaths } from "./paths";
import { READ_ALL, READ_PRODUCTIONS, WRITE_PRODUCTIONS } from "./permissions";

const ProductionList = lazy(() => import("./ProductionList"));
const ProjectProductions = lazy(() => import("./ProjectProductions"));
const NewProduction = lazy(() => import("./ProductionForm"));
const ProductionDetail = lazy(() => import("./ProductionDetail"));

/** What factories make: of all projects, and in the area of each. */
export const productions: Feature = {
  id: "productions",
  screens: [
    {
      area: "admin",
      path: productionPaths.all.path,
      permission: READ_ALL,
      page: ProductionList,
      menu: { group: "production", label: { fr: "Productions", en: "Productions" }, icon: "board" },
    },
    {
      area: "admin",
      path: productionPaths.board.path,
      permission: READ_PRODUCTIONS,
      page: ProjectProductions,
    },
    { area: "admin", path: productionPaths.create.path, permission: WRITE_PRODUCTIONS, page: NewProduction },
    {
      area: "admin",
      path: productionPaths.detail.path,
      permission: READ_PRODUCTIONS,
      page: ProductionDetail,
    },
  ],
  opens: {
    "project-production": async (area, id) => {
      const { productions } = await import("./api");
      return productionPaths.detail(area, (await productions.read(id)).project.id, id);
    },
  },
};

declare module "@comptoir/kit" {
  interface PortalResources {
    productions: typeof texts;
  }
}
