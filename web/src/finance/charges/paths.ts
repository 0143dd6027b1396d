import { address } from "@comptoir/kit";

/** The screens of recurring charges. */
export const chargePaths = {
  list: address("charge"),
  create: address("charge/create"),
  detail: address("charge/:chargeId"),
};
