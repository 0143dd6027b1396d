import { address } from "@comptoir/kit";

/** The screens of stores. */
export const storePaths = {
  list: address("store"),
  create: address("store/create"),
  detail: address("store/:storeId"),
};
