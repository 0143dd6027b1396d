import { address } from "@comptoir/kit";

/** The screens of factories. */
export const factoryPaths = {
  list: address("factory"),
  create: address("factory/create"),
  find: address("factory/find"),
  detail: address("factory/:factoryId"),
};
