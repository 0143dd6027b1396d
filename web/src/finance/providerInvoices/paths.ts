import { address } from "@comptoir/kit";

/** The screens of providers' invoices. */
export const providerInvoicePaths = {
  list: address("fulfillment-invoice"),
  create: address("fulfillment-invoice/create"),
  detail: address("fulfillment-invoice/:fulfillmentInvoiceId"),
};
