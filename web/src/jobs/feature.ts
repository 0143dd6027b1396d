import { lazy } from "react";
import type texts from "../../locales/fr/jobs.json";
import type { Feature } from "../app/feature";
import { jobsPath } from "./paths";

/** Background work: what ran, runs and failed. */
export const jobs: Feature = {
  id: "jobs",
  screens: [
    {
      area: "admin",
      path: jobsPath.path,
      permission: "SUPER_ADMIN",
      page: lazy(() => import("./JobList")),
      menu: { group: "developer", label: { fr: "Tâches", en: "Jobs" }, icon: "clock" },
    },
  ],
};

declare module "@comptoir/kit" {
  interface PortalResources {
    jobs: typeof texts;
  }
}
