import { client, refresh, type Schemas, unwrap, useAct } from "@comptoir/kit";
import { useTranslation } from "react-i18next";

/** What a provider sent by itself, as the list shows it. */
export type EventRow = Schemas["WebhookEventRow"];

/** Tries events again: those of these ids, or every one that failed. */
export function useReplay() {
  const { t } = useTranslation("developer");
  return useAct((ids?: string[]) => ({
    run: async () => (await unwrap(client.POST("/plugins/events/replay", { body: ids ? { ids } : {} }))).data,
    failed: t("events.replayRefused"),
    done: ({ replayed }) => t("events.replayed", { count: replayed }),
    after: () => refresh("plugins"),
  }));
}
