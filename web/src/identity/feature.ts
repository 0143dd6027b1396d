import { lazy } from "react";
import type { AreaName, Feature } from "../app/feature";
import { profilePath } from "./paths";

const AREAS: AreaName[] = ["admin", "customer", "factory"];
const ProfilePage = lazy(() => import("./ProfilePage"));

/** One's own account, everybody's. */
export const identity: Feature = {
  id: "identity",
  screens: AREAS.map((area) => ({ area, path: profilePath.path, page: ProfilePage })),
};
