import { lazy } from "react";
import type texts from "../../locales/fr/simulations.json";
import type { Feature } from "../app/feature";
import { simulationPaths } from "./paths";

const SimulationList = lazy(() => import("./SimulationList"));
const SimulationDetail = lazy(() => import("./SimulationDetail"));

/** Changes of prices, tried on real orders. They are asked for in the price grids, which are plugins' screens. */
export const simulations: Feature = {
  id: "simulations",
  screens: [
    {
      area: "admin",
      path: simulationPaths.list.path,
      permission: "READ_CONNECTOR",
      page: SimulationList,
      command: { fr: "Simulations de prix", en: "Price simulations" },
    },
    {
      area: "admin",
      path: simulationPaths.detail.path,
      permission: "READ_CONNECTOR",
      page: SimulationDetail,
    },
  ],
};

declare module "@comptoir/kit" {
  interface PortalResources {
    simulations: typeof texts;
  }
}
