import { lazy } from "react";
import type texts from "../../../locales/fr/storage.json";
import type { Feature } from "../../app/feature";
import { READ_FINANCE, WRITE_FINANCE } from "../permissions";
import { storagePaths } from "./paths";

const StorageList = lazy(() => import("./StorageList"));
const ChargeStorage = lazy(() => import("./ChargeStorage"));

/** What of stores lies in the warehouse, by half-months. Staff only: stores see the fees that come of it. */
export const storage: Feature = {
  id: "storage",
  screens: [
    {
      area: "admin",
      path: storagePaths.list.path,
      permission: READ_FINANCE,
      page: StorageList,
      menu: { group: "finance", label: { fr: "Stockage", en: "Storage" }, icon: "archive" },
    },
    {
      area: "admin",
      path: storagePaths.create.path,
      permission: WRITE_FINANCE,
      page: ChargeStorage,
      command: { fr: "Facturer le stockage", en: "Charge storage" },
    },
  ],
};

declare module "@comptoir/kit" {
  interface PortalResources {
    storage: typeof texts;
  }
}
