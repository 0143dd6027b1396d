import { attempt, Button, confirm, Row, toast, toastError, toastFailure } from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { enqueueWebhooks } from "./api";
import type { Owner } from "./integration";

type Action = "REGISTER" | "PURGE";

/** Registers or purges the store's webhooks, in the background. */
export function WebhookButtons({ owner }: { owner: Owner }) {
  const { t } = useTranslation("shopify");
  const [busy, setBusy] = useState<Action | null>(null);

  const enqueue = async (action: Action) => {
    const isRegister = action === "REGISTER";
    setBusy(action);
    const asked = await attempt(() => enqueueWebhooks(action, owner.storeId));
    setBusy(null);
    if ("error" in asked) {
      toastFailure(isRegister ? t("webhooks.notRegistered") : t("webhooks.notPurged"), asked.error);
    } else if (asked.value === 0) {
      toastError(t("webhooks.noJob"));
    } else {
      toast(isRegister ? t("webhooks.registering") : t("webhooks.purging"));
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
    <Row>
      <Button icon="synchronize" busy={busy === "REGISTER"} onClick={() => void enqueue("REGISTER")}>
        {t("webhooks.register")}
      </Button>
      <Button icon="delete" busy={busy === "PURGE"} onClick={() => void purge()}>
        {t("webhooks.purge")}
      </Button>
    </Row>
  );
}
