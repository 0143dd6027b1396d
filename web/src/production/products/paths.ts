import { address } from "@comptoir/kit";

/** The screens of a project's products. */
export const projectProductPaths = {
  list: address("project/:projectId/product"),
  create: address("project/:projectId/product/create"),
  detail: address("project/:projectId/product/:productId"),
};
