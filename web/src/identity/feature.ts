import { lazy } from "react";
import type { AreaName, Feature } from "../app/feature";

const AREAS: AreaName[] = ["admin", "customer", "factory"];
const ProfilePage = lazy(() => import("./ProfilePage"));

/** One's own account, everybody's. */
export const identity: Feature = {
  id: "identity",
  screens: AREAS.map((area) => ({ area, path: "profile", page: ProfilePage })),
};
