import { address } from "@comptoir/kit";

/** The screens of users. */
export const userPaths = {
  list: address("user"),
  create: address("user/create"),
  detail: address("user/:userId"),
};
