import { lazy } from "react";
import type texts from "../../locales/fr/products.json";
import type { AreaName, Feature, GroupId, Screen } from "../app/feature";
import { productPaths } from "./paths";

const ProductList = lazy(() => import("./ProductList"));
const ProductDetail = lazy(() => import("./ProductDetail"));
const ProductForm = lazy(() => import("./ProductForm"));
const ProductEdit = lazy(() => import("./ProductEdit"));

const screens = (area: AreaName, group: GroupId): Screen[] => [
  {
    area,
    path: productPaths.list.path,
    permission: "READ_PRODUCT",
    page: ProductList,
    menu: { group, label: { fr: "Produits des boutiques", en: "Store products" }, icon: "product" },
  },
  { area, path: productPaths.detail.path, permission: "READ_PRODUCT", page: ProductDetail },
];

/** What stores sell: for staff of every store, for customers of their own. */
export const products: Feature = {
  id: "products",
  screens: [
    ...screens("admin", "products"),
    {
      area: "admin",
      path: productPaths.create.path,
      permission: "WRITE_PRODUCT",
      page: ProductForm,
      command: { fr: "Créer un produit", en: "Create product" },
    },
    {
      area: "admin",
      path: productPaths.edit.path,
      permission: ["READ_PRODUCT", "WRITE_PRODUCT"],
      page: ProductEdit,
    },
    ...screens("customer", "main"),
  ],
  find: {
    search: async (text) => (await import("./api")).findProducts(text),
    to: productPaths.detail,
  },
};

declare module "@comptoir/kit" {
  interface PortalResources {
    products: typeof texts;
  }
}
