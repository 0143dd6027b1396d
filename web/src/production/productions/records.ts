import { recordsOf } from "@comptoir/kit";

/** The factories that one may choose from. */
export const factoryRecords = recordsOf("/factories", { hint: ({ countryCode }) => countryCode });
