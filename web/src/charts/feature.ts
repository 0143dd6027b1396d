import { lazy } from "react";
import type texts from "../../locales/fr/charts.json";
import type { Feature } from "../app/feature";
import { chartPaths } from "./paths";

const ChartProductDetail = lazy(() => import("./ChartProductDetail"));
const NewChartProduct = lazy(() => import("./ChartProductForm"));

/** They lie below their store. */
const READ = ["READ_ORGANIZATION", "READ_STORE", "READ_AUDIT"];

/** The records that chart compilers count, kept below their store. Their reports are a plugin's screen. */
export const charts: Feature = {
  id: "charts",
  screens: [
    {
      area: "admin",
      path: chartPaths.create.path,
      permission: [...READ, "WRITE_AUDIT"],
      page: NewChartProduct,
    },
    {
      area: "admin",
      path: chartPaths.detail.path,
      permission: READ,
      page: ChartProductDetail,
    },
  ],
};

declare module "@comptoir/kit" {
  interface PortalResources {
    charts: typeof texts;
  }
}
