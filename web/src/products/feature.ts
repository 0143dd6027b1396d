import { lazy } from "react";
import type { AreaName, Feature, GroupId, Screen } from "../app/feature";
import { paths } from "../app/paths";

const ProductList = lazy(() => import("./ProductList"));
const ProductDetail = lazy(() => import("./ProductDetail"));
const CreateProduct = lazy(() => import("./CreateProduct"));

const screens = (area: AreaName, group: GroupId): Screen[] => [
  {
    area,
    path: "store-product",
    permission: "READ_PRODUCT",
    page: ProductList,
    menu: { group, label: (t) => t("products:menu"), icon: "product" },
  },
  { area, path: "store-product/:productId", permission: "READ_PRODUCT", page: ProductDetail },
];

/** What stores sell: for staff of every store, for customers of their own. */
export const products: Feature = {
  id: "products",
  screens: [
    ...screens("admin", "products"),
    {
      area: "admin",
      path: "store-product/create",
      permission: "WRITE_PRODUCT",
      page: CreateProduct,
      command: (t) => t("products:create.action"),
    },
    ...screens("customer", "main"),
  ],
  find: {
    permission: "READ_PRODUCT",
    label: (t) => t("products:menu"),
    icon: "product",
    search: async (text) => (await import("./api")).findProducts(text),
    to: paths.product,
  },
};
