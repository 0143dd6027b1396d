import { ActionMenu, attempt, Button, toast, toastFailure } from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { trackJobs } from "../live/jobs";
import { synchronizeProducts, synchronizeWeights } from "./api";

/** Starts the pull of products and stock, or of the weights alone; the dock shows how far it is. */
export function SynchronizeButtons() {
  const { t } = useTranslation("products");
  const [busy, setBusy] = useState(false);
  const start = async (ask: typeof synchronizeProducts) => {
    setBusy(true);
    const started = await attempt(ask);
    setBusy(false);
    if ("error" in started) toastFailure(t("synchronize.failed"), started.error);
    else if (started.value.length === 0) toast(t("synchronize.nobody"));
    else trackJobs(started.value);
  };
  return (
    <>
      <Button icon="synchronize" busy={busy} onClick={() => void start(synchronizeProducts)}>
        {t("synchronize.action")}
      </Button>
      <ActionMenu
        label={t("synchronize.more")}
        icon="more"
        actions={[
          {
            id: "weights",
            label: t("synchronize.weights"),
            icon: "synchronize",
            onClick: () => void start(() => synchronizeWeights()),
          },
        ]}
      />
    </>
  );
}
