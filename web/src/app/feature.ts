import type { IconName, Requirement } from "@comptoir/kit";
import type { ComponentType } from "react";
import type { Words } from "../i18n/useWords";
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

/** One screen: where it is, who may see it, and its place in the navigation, whose permission is therefore the same. */
export interface Screen {
  area: AreaName;
  /** Below the area's base, without a slash in front: `order/:id`; empty for the area's home. */
  path: string;
  permission?: Requirement;
  page: ComponentType;
  /** What is mounted stays between screens of the same. */
  keep?: string;
  menu?: { group: GroupId; label: Words; icon: IconName };
  /** What the command palette calls it, where it has no menu entry: "Create a store". */
  command?: Words;
}

/** A record that fits a search. */
export interface Found {
  id: string;
  label: string;
  /** What tells it from others of the same name. */
  hint?: string;
}

/** How the command palette finds a domain's records, which are called as the list in the navigation and asked for its permission. */
export interface Find {
  /** The first five that fit. Fetch the code for it when asked, not with the portal. */
  search(text: string): Promise<Found[]>;
  to(area: Area, id: string): string;
}

/**
 * Where the pages of records are, by what the API calls their kind; undefined: one has none. Fetch the code for it when asked,
 * not with the portal.
 */
export type Opens = Record<
  string,
  (area: Area, id: string) => string | undefined | Promise<string | undefined>
>;

/** What one domain brings to the portal. Plugins are turned into the same value. */
export interface Feature {
  id: string;
  /** The texts that are fetched beside the code of its screens; without it those of the same name. */
  texts?: string;
  screens: Screen[];
  /** Offered in the areas that it has screens in. */
  find?: Find;
  /** Its records that notes are about. */
  opens?: Opens;
}
