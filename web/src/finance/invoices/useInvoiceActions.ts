import { type MenuAction, useLifecycle } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { type InvoiceRow, invoices } from "./api";
import { isDraft } from "./values";

/**
 * What can be done with an invoice in its menu: a draft is deleted, whatever was issued stays.
 *
 * @param leave takes a deleted one off the screen, where it has one of its own
 */
export function useInvoiceActions(leave?: () => void): (invoice: InvoiceRow) => MenuAction[] {
  const { t } = useTranslation("invoices");
  const lifecycle = useLifecycle(
    invoices,
    ({ title }: InvoiceRow) => ({ remove: t("delete", { returnObjects: true, title }) }),
    leave,
  );
  return (invoice) => (isDraft(invoice) ? lifecycle(invoice) : []);
}
