import { address } from "@comptoir/kit";

/** The screens of what lies in the warehouse. */
export const storagePaths = {
  list: address("storage"),
  create: address("storage/create"),
};
