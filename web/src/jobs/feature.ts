import { lazy } from "react";
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
      menu: { group: "developer", label: (t) => t("jobs:list.menu"), icon: "clock" },
    },
  ],
};
