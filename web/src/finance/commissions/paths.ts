import { address } from "@comptoir/kit";

/** The screens of commissions. */
export const commissionPaths = {
  list: address("commission"),
  create: address("commission/create"),
  detail: address("commission/:commissionId"),
};
