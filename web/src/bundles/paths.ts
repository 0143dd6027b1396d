import { address } from "@comptoir/kit";

/** The screens of bundles. */
export const bundlePaths = { list: address("bundle"), create: address("bundle/create") };
