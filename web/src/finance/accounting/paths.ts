import { address } from "@comptoir/kit";

/** The screens of the company's books. */
export const accountingPaths = {
  home: address("finance/accounting"),
  entries: address("finance/accounting/entry"),
};
