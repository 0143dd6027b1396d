import { attempt, Button, toastFailure } from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { trackJobs } from "../live/jobs";
import { synchronizeOrders } from "./api";

/** Starts a synchronisation of all connections; the dock shows how far it is. */
export function SynchronizeButton() {
  const { t } = useTranslation("orders");
  const [busy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    const started = await attempt(synchronizeOrders);
    setBusy(false);
    if ("error" in started) toastFailure(t("synchronize.failed"), started.error);
    else trackJobs(started.value);
  };
  return (
    <Button kind="primary" icon="synchronize" busy={busy} onClick={() => void start()}>
      {t("synchronize.action")}
    </Button>
  );
}
