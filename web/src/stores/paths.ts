import { address } from "@comptoir/kit";
import type { Area } from "../app/area";

const detail = address("store/:storeId");

/** The parts of a store's page that are led to. */
type StoreTab = "connections" | "charts" | "settings" | "notes";

/** The screens of stores. */
export const storePaths = {
  list: address("store"),
  create: address("store/create"),
  detail,
  /** A part of a store's page. */
  tab: (area: Area, id: string, tab: StoreTab) => `${detail(area, id)}?tab=${tab}`,
};
