import { useState } from "react";
import { useTranslation } from "react-i18next";
import { client, type Schemas, unwrap } from "../api/client";
import { attempt } from "../api/hooks";
import { confirm } from "../feedback/confirm";
import { toast, toastError, toastFailure } from "../feedback/toast";
import { Button } from "../layout/parts";
import type { BulkSelection } from "../list/bulk";

type Action = "REGISTER" | "PURGE";

interface WebhookButtonsProps {
  /** The stores whose connections are meant. */
  stores: BulkSelection<unknown>["body"];
  /** Among other actions on the same rows. */
  isQuiet?: boolean;
  /** The jobs that do it, one a connection; without it a toast tells that it runs. */
  onEnqueued?: (jobs: Schemas["Job"][]) => void;
}

/** Registers or purges the webhooks of stores at their providers, in the background. */
export function WebhookButtons({ stores, isQuiet = false, onEnqueued }: WebhookButtonsProps) {
  const { t } = useTranslation("kit");
  const [busy, setBusy] = useState<Action | null>(null);
  const kind = isQuiet ? "quiet" : undefined;

  const enqueue = async (type: Action) => {
    const isRegister = type === "REGISTER";
    setBusy(type);
    const body = { type, ...stores };
    const asked = await attempt(() => unwrap(client.POST("/store/webhooks/enqueue", { body })));
    setBusy(null);
    if ("error" in asked) {
      toastFailure(isRegister ? t("webhooks.notRegistered") : t("webhooks.notPurged"), asked.error);
      return;
    }
    const { jobs } = asked.value.data;
    if (jobs.length === 0) toastError(t("webhooks.noneText"), t("webhooks.none"));
    else if (onEnqueued) onEnqueued(jobs);
    else toast(isRegister ? t("webhooks.registering") : t("webhooks.purging"));
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
        kind={kind}
        icon="synchronize"
        busy={busy === "REGISTER"}
        onClick={() => void enqueue("REGISTER")}
      >
        {t("webhooks.register")}
      </Button>
      <Button kind={kind} icon="delete" busy={busy === "PURGE"} onClick={() => void purge()}>
        {t("webhooks.purge")}
      </Button>
    </>
  );
}
