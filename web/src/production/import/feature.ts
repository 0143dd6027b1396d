import { lazy } from "react";
import type texts from "../../../locales/fr/projectImport.json";
import type { Feature } from "../../app/feature";
import { WRITE_PRODUCTS } from "../products/permissions";
import { productImportPaths } from "./paths";

const ProductImport = lazy(() => import("./ProductImport"));

/** Products of a project out of a file. */
export const projectImport: Feature = {
  id: "projectImport",
  screens: [
    {
      area: "admin",
      path: productImportPaths.create.path,
      permission: WRITE_PRODUCTS,
      page: ProductImport,
    },
  ],
};

declare module "@comptoir/kit" {
  interface PortalResources {
    projectImport: typeof texts;
  }
}
