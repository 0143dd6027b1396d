import { address } from "@comptoir/kit";

/** The screen of pasted orders. */
export const pastePaths = { create: address("order/paste") };
