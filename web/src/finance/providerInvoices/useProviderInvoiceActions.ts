import { type MenuAction, useLifecycle } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { type ProviderInvoiceRow, providerInvoices } from "./api";

/**
 * What can be done with an invoice in its menu: one whose fees are there stays.
 *
 * @param leave takes a deleted one off the screen, where it has one of its own
 */
export function useProviderInvoiceActions(leave?: () => void): (invoice: ProviderInvoiceRow) => MenuAction[] {
  const { t } = useTranslation("providerInvoices");
  const lifecycle = useLifecycle(
    providerInvoices,
    ({ label }: ProviderInvoiceRow) => ({ remove: t("delete", { returnObjects: true, label }) }),
    leave,
  );
  return (invoice) => (invoice.status === "VALIDATED" ? [] : lifecycle(invoice));
}
