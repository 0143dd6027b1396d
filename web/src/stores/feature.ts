import { lazy } from "react";
import type texts from "../../locales/fr/stores.json";
import type { AreaName, Feature, GroupId, Screen } from "../app/feature";
import { storePaths } from "./paths";

const StoreList = lazy(() => import("./StoreList"));
const NewStore = lazy(() => import("./StoreForm"));
const StoreDetail = lazy(() => import("./StoreDetail"));

/** The rows tell whose the stores are, of whom customers see only themselves. */
const read = (area: AreaName) => (area === "admin" ? ["READ_ORGANIZATION", "READ_STORE"] : "READ_STORE");

const screens = (area: AreaName, group: GroupId): Screen[] => [
  {
    area,
    path: storePaths.list.path,
    permission: read(area),
    page: StoreList,
    menu: { group, label: { fr: "Boutiques", en: "Stores" }, icon: "store" },
  },
  { area, path: storePaths.detail.path, permission: read(area), page: StoreDetail },
];

/** Stores: staff keep them and connect them to providers, customers look at their own. */
export const stores: Feature = {
  id: "stores",
  screens: [
    ...screens("admin", "settings"),
    {
      area: "admin",
      path: storePaths.create.path,
      permission: "WRITE_STORE",
      page: NewStore,
      command: { fr: "Créer une boutique", en: "Create store" },
    },
    ...screens("customer", "main"),
  ],
  find: {
    search: async (text) => (await import("./api")).findStores(text),
    to: storePaths.detail,
  },
  // Its notes have a tab of their own.
  opens: { store: (area, id) => storePaths.tab(area, id, "notes") },
};

declare module "@comptoir/kit" {
  interface PortalResources {
    stores: typeof texts;
  }
}
