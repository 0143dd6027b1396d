import { lazy } from "react";
import type texts from "../../locales/fr/bundles.json";
import type { Feature } from "../app/feature";
import { bundlePaths } from "./paths";

const BundleList = lazy(() => import("./BundleList"));
const BundleDetail = lazy(() => import("./BundleDetail"));
const BundleForm = lazy(() => import("./BundleForm"));
const BundleEdit = lazy(() => import("./BundleEdit"));

/** Several articles sold as one: those of providers to look at, those of stores to make, change and delete. */
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
    { area: "admin", path: bundlePaths.detail.path, permission: "READ_PRODUCT", page: BundleDetail },
    {
      area: "admin",
      path: bundlePaths.edit.path,
      permission: ["READ_PRODUCT", "WRITE_PRODUCT"],
      page: BundleEdit,
    },
  ],
  find: {
    search: async (text) => (await import("./api")).findBundles(text),
    to: bundlePaths.detail,
  },
  opens: { bundle: bundlePaths.detail },
};

declare module "@comptoir/kit" {
  interface PortalResources {
    bundles: typeof texts;
  }
}
