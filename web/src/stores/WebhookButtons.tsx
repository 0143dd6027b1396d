import { attempt, type BulkSelection, Button, confirm, toastError, toastFailure } from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { trackJobs } from "../live/jobs";
import { enqueueWebhooks, type StoreRow, type WebhookAction } from "./api";

/** Registers or purges the webhooks of the selected stores at their shops; the dock shows how far it is. */
export function WebhookButtons({ selection }: { selection: BulkSelection<StoreRow> }) {
  const { t } = useTranslation("stores");
  const [busy, setBusy] = useState<WebhookAction | null>(null);

  const enqueue = async (action: WebhookAction) => {
    setBusy(action);
    const asked = await attempt(() => enqueueWebhooks(action, selection.body));
    setBusy(null);
    if ("error" in asked) {
      toastFailure(
        action === "REGISTER" ? t("webhooks.notRegistered") : t("webhooks.notPurged"),
        asked.error,
      );
    } else if (asked.value.length === 0) {
      toastError(t("webhooks.noneText"), t("webhooks.none"));
    } else {
      trackJobs(asked.value);
      selection.clear();
    }
  };
  const purge = async () => {
    const question = {
      title: t("webhooks.purgeTitle"),
      text: t("webhooks.purgeText"),
      confirm: t("webhooks.purge"),
    };
    if (await confirm({ ...question, destructive: true })) await enqueue("PURGE");
  };
  return (
    <>
      <Button
        kind="quiet"
        icon="synchronize"
        busy={busy === "REGISTER"}
        onClick={() => void enqueue("REGISTER")}
      >
        {t("webhooks.register")}
      </Button>
      <Button kind="quiet" icon="delete" busy={busy === "PURGE"} onClick={() => void purge()}>
        {t("webhooks.purge")}
      </Button>
    </>
  );
}
