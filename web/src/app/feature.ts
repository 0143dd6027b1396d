import type { Asked, IconName } from "@comptoir/kit";
import type { TFunction } from "i18next";
import type { ComponentType } from "react";
import type { Area } from "./area";

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

/** The texts that features name themselves with. */
export const LABEL_TEXTS = [
  "shell",
  "stores",
  "orders",
  "developer",
  "jobs",
  "identity",
  "users",
  "organizations",
  "products",
  "bundles",
  "inbound",
  "tickets",
] as const;
type Label = (t: TFunction<typeof LABEL_TEXTS>, language: string) => string;

/** One screen: where it is, who may see it, and its place in the navigation, whose permission is therefore the same. */
export interface Screen {
  area: AreaName;
  /** Below the area's base, without a slash in front: `order/:id`; empty for the area's home. */
  path: string;
  permission?: Asked;
  page: ComponentType;
  menu?: { group: GroupId; label: Label; icon: IconName };
  /** What the command palette calls it, where it has no menu entry: "Create a store". */
  command?: Label;
}

/** A record that fits a search. */
export interface Found {
  id: string;
  label: string;
  /** What tells it from others of the same name. */
  hint?: string;
}

/** How the command palette finds a domain's records. */
export interface Find {
  permission: Asked;
  /** What they are called, many of them. */
  label: Label;
  icon: IconName;
  /** The first five that fit. Fetch the code for it when asked, not with the portal. */
  search(text: string): Promise<Found[]>;
  to(area: Area, id: string): string;
}

/** What one domain brings to the portal. Plugins are turned into the same value. */
export interface Feature {
  id: string;
  screens: Screen[];
  /** Offered in the areas that it has screens in. */
  find?: Find;
}
