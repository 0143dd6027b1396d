import { useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";

/** What each job does, in words, by its name. */
export function useJobNames(): Record<string, string> {
  const { t } = useTranslation("jobs");
  return useMemo(
    () => ({
      "orders.synchronize": t("name.ordersSynchronize"),
      "inbound-shipments.synchronize": t("name.inboundShipmentsSynchronize"),
      "tickets.synchronize": t("name.ticketsSynchronize"),
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
