import { useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";

/** What each job does, in words, by its name. */
export function useJobNames(): Record<string, string> {
  const { t } = useTranslation("jobs");
  return useMemo(
    () => ({
      "orders.synchronize": t("name.ordersSynchronize"),
      "orders.push": t("name.ordersPush"),
      "inbound-shipments.synchronize": t("name.inboundShipmentsSynchronize"),
      "tickets.synchronize": t("name.ticketsSynchronize"),
      "orders.reconcile": t("name.ordersReconcile"),
      "products.reconcile": t("name.productsReconcile"),
      "inventories.reconcile": t("name.inventoriesReconcile"),
      "bundles.reconcile": t("name.bundlesReconcile"),
      "inbound-shipments.reconcile": t("name.inboundShipmentsReconcile"),
      "tickets.reconcile": t("name.ticketsReconcile"),
      "plugins.task": t("name.pluginsTask"),
      "webhooks.handle": t("name.webhooksHandle"),
      "charts.report": t("name.chartsReport"),
      "charts.send": t("name.chartsSend"),
      "charts.undelivered": t("name.chartsUndelivered"),
      "products.synchronize": t("name.productsSynchronize"),
      "inventories.synchronize": t("name.inventoriesSynchronize"),
      "bundles.synchronize": t("name.bundlesSynchronize"),
      "products.export": t("name.productsExport"),
      "lists.export": t("name.listsExport"),
      "stores.webhooks": t("name.storesWebhooks"),
      "developer.report": t("name.developerReport"),
      "mail.deliver": t("name.mailDeliver"),
      "jobs.housekeeping": t("name.jobsHousekeeping"),
    }),
    [t],
  );
}

/** What a job does, in words; its own name when there are none for it. */
export function useJobName(): (name: string) => string {
  const names = useJobNames();
  return useCallback((name) => names[name] ?? name, [names]);
}
