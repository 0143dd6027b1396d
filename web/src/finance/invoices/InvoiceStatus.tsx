import { StatusBadge } from "@comptoir/kit";
import type { InvoiceRow } from "./api";
import { type StatusOf, useInvoiceStatuses } from "./useInvoiceWords";
import { isDraft } from "./values";

/** One of an invoice's three statuses, in a word. */
export function InvoiceStatus({ of, invoice }: { of: StatusOf; invoice: InvoiceRow }) {
  const statuses = useInvoiceStatuses();
  const code = { company: invoice.companyStatus, customer: invoice.customerStatus, bank: invoice.bankStatus }[
    of
  ];
  const look = statuses[of][code];
  if (!look) return code;
  // Nobody has to do anything about a draft's.
  return <StatusBadge tone={isDraft(invoice) ? "new" : look.tone}>{look.label}</StatusBadge>;
}
