import { lazy } from "react";
import type texts from "../../../locales/fr/analysis.json";
import type { AreaName, Feature, Screen } from "../../app/feature";
import { READ_INVOICE } from "../permissions";
import { analysisPath } from "./paths";

const AnalysisPage = lazy(() => import("./AnalysisPage"));

const screen = (area: AreaName): Screen => ({
  area,
  path: analysisPath.path,
  permission: READ_INVOICE,
  page: AnalysisPage,
  menu: { group: "finance", label: { fr: "Analyse", en: "Analysis" }, icon: "analytics" },
});

/** What invoices come to by month: for staff of all organizations, for customers of their own. */
export const analysis: Feature = {
  id: "analysis",
  screens: [screen("admin"), screen("customer")],
};

declare module "@comptoir/kit" {
  interface PortalResources {
    analysis: typeof texts;
  }
}
