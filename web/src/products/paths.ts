import { address } from "@comptoir/kit";

/** The screens of products. */
export const productPaths = {
  list: address("store-product"),
  create: address("store-product/create"),
  detail: address("store-product/:productId"),
  edit: address("store-product/:productId/edit"),
};
