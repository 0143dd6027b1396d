import { lazy } from "react";
import type { Feature } from "../app/feature";

/** Background work: what ran, runs and failed. */
export const jobs: Feature = {
  id: "jobs",
  screens: [
    {
      area: "admin",
      path: "developer/job",
      permission: "SUPER_ADMIN",
      page: lazy(() => import("./JobList")),
      menu: { group: "developer", label: (t) => t("jobs:list.menu"), icon: "clock" },
    },
  ],
};
