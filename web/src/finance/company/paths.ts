import { address } from "@comptoir/kit";

/** Who invoices. */
export const companyPath = address("company");
