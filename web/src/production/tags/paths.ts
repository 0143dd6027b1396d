import { address } from "@comptoir/kit";

/** The screens of tags. */
export const tagPaths = { list: address("tag"), create: address("tag/create") };
