import { address } from "@comptoir/kit";

/** The screens of invoices. */
export const invoicePaths = {
  list: address("invoice"),
  create: address("invoice/create"),
  detail: address("invoice/:invoiceId"),
};

/** The wizard, with what it is asked for. */
export const newInvoiceOf = (
  area: { base: string },
  of: Record<"store" | "organization" | "start" | "end", string>,
) => `${invoicePaths.create(area)}?${new URLSearchParams(of)}`;
