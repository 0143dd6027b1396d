import type { StatusLook } from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type texts from "../../../locales/fr/statement.json";
import { fetchTexts } from "../../i18n";
import { useInvoiceKinds } from "../invoices/useInvoiceWords";
import type { StatementEntry } from "./api";

// For the pages of others.
fetchTexts("statement");

/** What moves a balance, by the code on the wire. */
export function useEntryKinds(): Record<StatementEntry["kind"], StatusLook> {
  const { t } = useTranslation("statement");
  const kinds = useInvoiceKinds();
  return useMemo(
    () => ({
      INVOICE: { label: kinds.INVOICE, tone: "info", icon: "invoice" },
      CREDIT_NOTE: { label: kinds.CREDIT_NOTE, tone: "attention", icon: "returned" },
      PAYMENT: { label: t("kind.PAYMENT"), tone: "success", icon: "check" },
    }),
    [t, kinds],
  );
}

declare module "@comptoir/kit" {
  interface PortalResources {
    statement: typeof texts;
  }
}
