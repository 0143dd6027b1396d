import { address } from "@comptoir/kit";

/** The screens of fees. */
export const feePaths = {
  list: address("fee"),
  create: address("fee/create"),
  detail: address("fee/:feeId"),
};
