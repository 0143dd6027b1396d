import { recordsOf } from "@comptoir/kit";
import { organizationRecords } from "../../organizations/records";

/** The projects that one may choose from. */
export const projectRecords = recordsOf("/projects", {
  hint: ({ organization }) => organization?.name ?? "",
});

/** The organizations whose projects there may be; there are many, so one is searched for (specification, document 2, section 9). */
export const customerRecords = { ...organizationRecords, minSearch: 3 };
