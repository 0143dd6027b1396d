import { refresh } from "@comptoir/kit";

/** Reads again whatever is shown of finance, histories too: what one call brings about shows in several lists. */
export const refreshFinance = () => Promise.all(["finance", "fee", "charge", "commission"].map(refresh));
