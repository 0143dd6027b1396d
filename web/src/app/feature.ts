import type { IconName, Permission } from "@comptoir/kit";
import type { TFunction } from "i18next";
import type { ComponentType } from "react";

/** Who an area of the portal is for; also the first part of its addresses. */
export type AreaName = "admin" | "customer" | "factory";

/** The groups of the navigation, in the order they stand in. */
export const GROUPS = [
  "main",
  "products",
  "analytics",
  "production",
  "finance",
  "settings",
  "integrations",
  "developer",
] as const;
export type GroupId = (typeof GROUPS)[number];

type Label = (t: TFunction<["shell", "orders", "developer", "jobs"]>, language: string) => string;

/** One screen: where it is, who may see it, and its place in the navigation, whose permission is therefore the same. */
export interface Screen {
  area: AreaName;
  /** Below the area's base, without a slash in front: `order/:id`; empty for the area's home. */
  path: string;
  permission?: Permission | string | null;
  page: ComponentType;
  menu?: { group: GroupId; label: Label; icon: IconName };
}

/** What one domain brings to the portal. Plugins are turned into the same value. */
export interface Feature {
  id: string;
  screens: Screen[];
}
