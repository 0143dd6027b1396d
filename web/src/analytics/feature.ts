import { lazy } from "react";
import type texts from "../../locales/fr/analytics.json";
import type { AreaName, Feature, Screen } from "../app/feature";
import { analyticsPaths } from "./paths";

const READ = "READ_AUDIT";

const ReportPage = lazy(() => import("./ReportPage"));
const AuditPage = lazy(() => import("./AuditPage"));

const report = (area: AreaName): Screen => ({
  area,
  path: analyticsPaths.report.path,
  permission: READ,
  page: ReportPage,
  menu: { group: "analytics", label: { fr: "Rapport", en: "Report" }, icon: "analytics" },
});

const audit = (area: AreaName): Screen => ({
  area,
  path: analyticsPaths.audit.path,
  permission: READ,
  page: AuditPage,
  menu: { group: "analytics", label: { fr: "Audit", en: "Audit" }, icon: "table" },
});

/** What stores come to over any days: for staff of all, for customers of their own. */
export const analytics: Feature = {
  id: "analytics",
  screens: [report("admin"), audit("admin"), report("customer"), audit("customer")],
};

declare module "@comptoir/kit" {
  interface PortalResources {
    analytics: typeof texts;
  }
}
