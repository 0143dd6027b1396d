import { address } from "@comptoir/kit";

/** The screen of set-aside items. */
export const asidePaths = { list: address("set-aside") };
