import { useCallback } from "react";
import { useTranslation } from "react-i18next";

/** What a job does, in words; its own name when there are none for it. */
export function useJobName(): (name: string) => string {
  const { t } = useTranslation("jobs");
  return useCallback(
    (name) => {
      const words: Record<string, string> = {
        "orders.synchronize": t("name.ordersSynchronize"),
        "lists.export": t("name.listsExport"),
        "stores.webhooks": t("name.storesWebhooks"),
        "developer.report": t("name.developerReport"),
        "mail.deliver": t("name.mailDeliver"),
        "jobs.housekeeping": t("name.jobsHousekeeping"),
      };
      return words[name] ?? name;
    },
    [t],
  );
}
