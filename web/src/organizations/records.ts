import { recordsOf } from "@comptoir/kit";

/** The organizations that one may choose from. */
export const organizationRecords = recordsOf("/organization", {
  hint: ({ identifierNumber }) => identifierNumber,
});
