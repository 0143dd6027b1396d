import { address } from "@comptoir/kit";

/** Where invoices are made, and where the one that was made is. */
export const createPaths = {
  list: address("invoice"),
  create: address("invoice/create"),
  detail: address("invoice/:invoiceId"),
};
