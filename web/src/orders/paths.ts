import { address } from "@comptoir/kit";

/** The screens of orders. */
export const orderPaths = {
  list: address("order"),
  create: address("order/create"),
  detail: address("order/:orderId"),
};
