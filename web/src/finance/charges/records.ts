import { recordsOf } from "@comptoir/kit";

/** The recurring charges that one may choose from. */
export const chargeRecords = recordsOf("/finance/charge", {
  label: ({ type }) => type,
  hint: ({ store }) => store.name,
});
