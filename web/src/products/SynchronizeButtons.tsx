import {
  ActionMenu,
  Button,
  Dialog,
  DialogBar,
  Form,
  type Job,
  RecordField,
  Stack,
  toast,
  trackJobs,
  useAct,
  useForm,
} from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { storeRecords } from "../stores/records";
import { products, synchronizeWeights } from "./api";

/** Whose articles' weights are asked for: one store's, or all. */
function WeightForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("products");
  const form = useForm<{ storeId: string | null }>({ defaultValues: { storeId: null } });
  const send = async ({ storeId }: { storeId: string | null }) => {
    const jobs = await synchronizeWeights(storeId ?? undefined);
    trackJobs(jobs);
    if (jobs.length === 0) toast(t("synchronize.nobody"));
    onClose();
  };
  return (
    <Form form={form} onSubmit={send} failure={t("synchronize.failed")}>
      <Stack>
        <RecordField
          name="storeId"
          label={t("column.store")}
          description={t("synchronize.storeText")}
          source={storeRecords}
        />
        <DialogBar label={t("synchronize.weights")} onClose={onClose} />
      </Stack>
    </Form>
  );
}

/** Starts the pull of products and stock, or of the weights alone, of one store where one is chosen; the activity shows how far it is. */
export function SynchronizeButtons() {
  const { t } = useTranslation("products");
  const [isWeighing, setWeighing] = useState(false);
  const [start, busy] = useAct(() => ({
    run: products.synchronize,
    failed: t("synchronize.failed"),
    after: trackJobs,
    done: (jobs: Job[]) => (jobs.length === 0 ? t("synchronize.nobody") : undefined),
  }));
  return (
    <>
      <Button icon="synchronize" busy={busy} onClick={() => void start()}>
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
            onClick: () => setWeighing(true),
          },
        ]}
      />
      <Dialog title={t("synchronize.weights")} open={isWeighing} onClose={() => setWeighing(false)}>
        <WeightForm onClose={() => setWeighing(false)} />
      </Dialog>
    </>
  );
}
