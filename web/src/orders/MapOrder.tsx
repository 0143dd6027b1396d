import { Dialog, DialogBar, Form, RecordField, SelectField, Stack, toast, useForm } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { storeRecords } from "../stores/records";
import { type Order, type OrderMapping, orders } from "./api";

function MappingForm({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t } = useTranslation(["orders", "kit"]);
  const { store, source } = order;
  const form = useForm<OrderMapping>({ defaultValues: { storeId: store.id, source } });
  const save = async (mapping: OrderMapping) => {
    await orders.save({ id: order.id }, mapping);
    toast(t("mapping.done"));
    onClose();
  };
  return (
    <Form form={form} onSubmit={save} failure={t("mapping.failed")}>
      <Stack>
        {order.manual ? (
          <p>{t("mapping.fixed", { store: store.name })}</p>
        ) : (
          <RecordField
            name="storeId"
            label={t("column.store")}
            source={storeRecords}
            labelOf={(id) => (id === store.id ? store.name : undefined)}
            required
          />
        )}
        <SelectField
          name="source"
          label={t("fact.source")}
          options={[
            { value: "normal", label: t("source.normal") },
            { value: "seeding", label: t("source.seeding") },
          ]}
          required
        />
        <DialogBar label={t("kit:form.save")} onClose={onClose} />
      </Stack>
    </Form>
  );
}

/** Says whose an order is and why it was made, which its provider does not know. */
export function MapOrder({ order, open, onClose }: { order: Order; open: boolean; onClose: () => void }) {
  const { t } = useTranslation("orders");
  return (
    <Dialog title={t("mapping.title")} open={open} onClose={onClose}>
      <MappingForm order={order} onClose={onClose} />
    </Dialog>
  );
}
