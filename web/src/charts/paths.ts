import { address } from "@comptoir/kit";

/** The screens of the records that charts count, below their store's. */
export const chartPaths = {
  create: address("store/:storeId/audit/create"),
  detail: address("store/:storeId/audit/:productId"),
};
