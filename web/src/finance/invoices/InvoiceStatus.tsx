import { StatusBadge } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { InvoiceRow } from "./api";
import { type StatusOf, useInvoiceStatuses } from "./useInvoiceWords";
import { isDraft, isOverdue, owesNothing } from "./values";

/** One of an invoice's three statuses, in a word; of a payment that it is late, or that nobody owes it any more. */
export function InvoiceStatus({ of, invoice }: { of: StatusOf; invoice: InvoiceRow }) {
  const { t } = useTranslation("invoices");
  const statuses = useInvoiceStatuses();
  const code = { company: invoice.companyStatus, customer: invoice.customerStatus, bank: invoice.bankStatus }[
    of
  ];
  const look = statuses[of][code];
  if (!look) return code;
  if (of === "bank" && isOverdue(invoice)) return <StatusBadge tone="critical">{t("overdue")}</StatusBadge>;
  if (of === "bank" && owesNothing(invoice)) return <StatusBadge tone="new">{t("credited")}</StatusBadge>;
  // Nobody has to do anything about a draft's.
  return <StatusBadge tone={isDraft(invoice) ? "new" : look.tone}>{look.label}</StatusBadge>;
}
