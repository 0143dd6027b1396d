import { address } from "@comptoir/kit";

/** The screens of bundles. */
export const bundlePaths = {
  list: address("bundle"),
  create: address("bundle/create"),
  detail: address("bundle/:bundleId"),
  edit: address("bundle/:bundleId/edit"),
};
