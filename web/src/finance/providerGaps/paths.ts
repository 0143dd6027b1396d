import { address } from "@comptoir/kit";

/** What providers' invoices leave open. */
export const providerGapsPath = address("fulfillment-invoice/gap");
