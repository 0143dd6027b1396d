import { ActionMenu, Button, type Job, trackJobs, useAct } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { products, synchronizeWeights } from "./api";

/** Starts the pull of products and stock, or of the weights alone; the activity shows how far it is. */
export function SynchronizeButtons() {
  const { t } = useTranslation("products");
  const [start, busy] = useAct((run: typeof products.synchronize) => ({
    run,
    failed: t("synchronize.failed"),
    after: trackJobs,
    done: (jobs: Job[]) => (jobs.length === 0 ? t("synchronize.nobody") : undefined),
  }));
  return (
    <>
      <Button icon="synchronize" busy={busy} onClick={() => void start(products.synchronize)}>
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
