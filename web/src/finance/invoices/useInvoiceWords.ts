import type { StatusLook } from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { fetchTexts } from "../../i18n";
import type { InvoiceRow } from "./api";

// For the pages of others.
fetchTexts("invoices");

/** What an invoice can be, by the code on the wire. */
export function useInvoiceKinds(): Record<InvoiceRow["kind"], string> {
  const { t } = useTranslation("invoices");
  return useMemo(() => ({ INVOICE: t("kind.INVOICE"), CREDIT_NOTE: t("kind.CREDIT_NOTE") }), [t]);
}

/** Whose status it is. */
export type StatusOf = "company" | "customer" | "bank";

/** What the statuses are called and how they look, by their numbers. */
export function useInvoiceStatuses(): Record<StatusOf, Record<string, StatusLook>> {
  const { t } = useTranslation("invoices");
  return useMemo(
    () => ({
      company: {
        0: { label: t("status.company.0"), tone: "new" },
        1: { label: t("status.company.1"), tone: "info" },
        2: { label: t("status.company.2"), tone: "success" },
      },
      customer: {
        0: { label: t("status.customer.0"), tone: "attention" },
        1: { label: t("status.customer.1"), tone: "success" },
      },
      bank: {
        0: { label: t("status.bank.0"), tone: "attention" },
        1: { label: t("status.bank.1"), tone: "success" },
      },
    }),
    [t],
  );
}

/** What the three are called. */
export function useStatusNames(): Record<StatusOf, string> {
  const { t } = useTranslation("invoices");
  return useMemo(
    () => ({
      company: t("field.companyStatus"),
      customer: t("field.customerStatus"),
      bank: t("field.bankStatus"),
    }),
    [t],
  );
}
