import { lazy } from "react";
import type texts from "../../../locales/fr/projectProducts.json";
import type { Feature } from "../../app/feature";
import { projectProductPaths } from "./paths";
import { READ_PRODUCTS, WRITE_PRODUCTS } from "./permissions";

const ProductList = lazy(() => import("./ProductList"));
const NewProduct = lazy(() => import("./ProductForm"));
const ProductDetail = lazy(() => import("./ProductDetail"));

/** What a project has made: in the area of the project. */
export const projectProducts: Feature = {
  id: "projectProducts",
  screens: [
    { area: "admin", path: projectProductPaths.list.path, permission: READ_PRODUCTS, page: ProductList },
    { area: "admin", path: projectProductPaths.create.path, permission: WRITE_PRODUCTS, page: NewProduct },
    { area: "admin", path: projectProductPaths.detail.path, permission: READ_PRODUCTS, page: ProductDetail },
  ],
  opens: {
    "project-product": async (area, id) => {
      const { projectProducts } = await import("./api");
      const { project } = await projectProducts.read(id);
      return project ? projectProductPaths.detail(area, project.id, id) : undefined;
    },
  },
};

declare module "@comptoir/kit" {
  interface PortalResources {
    projectProducts: typeof texts;
  }
}
