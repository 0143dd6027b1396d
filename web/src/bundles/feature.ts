import { cursorOf } from "@comptoir/kit";
import { lazy } from "react";
import type texts from "../../locales/fr/bundles.json";
import type { Feature } from "../app/feature";
import { bundlePaths } from "./paths";

const BundleList = lazy(() => import("./BundleList"));
const BundleForm = lazy(() => import("./BundleForm"));

/** Several articles sold as one: those of providers to look at, those of stores to make and delete. */
export const bundles: Feature = {
  id: "bundles",
  screens: [
    {
      area: "admin",
      path: bundlePaths.list.path,
      permission: "READ_PRODUCT",
      page: BundleList,
      menu: { group: "products", label: { fr: "Packs", en: "Bundles" }, icon: "archive" },
    },
    {
      area: "admin",
      path: bundlePaths.create.path,
      permission: "WRITE_PRODUCT",
      page: BundleForm,
      command: { fr: "Créer un pack", en: "Create bundle" },
    },
  ],
  find: {
    search: async (text) => (await import("./api")).findBundles(text),
    to: (area, sku) => `${bundlePaths.list(area)}?cursor=${cursorOf({ search: sku })}`,
  },
};

declare module "@comptoir/kit" {
  interface PortalResources {
    bundles: typeof texts;
  }
}
