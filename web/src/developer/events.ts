import { attempt, client, refresh, type Schemas, toast, toastFailure, unwrap } from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";

/** What a provider sent by itself, as the list shows it. */
export type EventRow = Schemas["WebhookEventRow"];

/** Tries events again: those of these ids, or every one that failed. */
export function useReplay(): [(ids?: string[]) => Promise<void>, boolean] {
  const { t } = useTranslation("developer");
  const [busy, setBusy] = useState(false);
  const replay = async (ids?: string[]) => {
    setBusy(true);
    const asked = await attempt(() =>
      unwrap(client.POST("/plugins/events/replay", { body: ids ? { ids } : {} })),
    );
    setBusy(false);
    if ("error" in asked) return toastFailure(t("events.replayRefused"), asked.error);
    toast(t("events.replayed", { count: asked.value.data.replayed }));
    await refresh("plugins");
  };
  return [replay, busy];
}
