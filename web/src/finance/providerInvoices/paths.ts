import { address } from "@comptoir/kit";

/** The screens of providers' invoices. */
export const providerInvoicePaths = {
  list: address("fulfillment-invoice"),
  create: address("fulfillment-invoice/create"),
  margins: address("fulfillment-invoice/margin"),
  detail: address("fulfillment-invoice/:fulfillmentInvoiceId"),
};
