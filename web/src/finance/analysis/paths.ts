import { address } from "@comptoir/kit";

/** What invoices of some months come to. */
export const analysisPath = address("finance/analysis");
