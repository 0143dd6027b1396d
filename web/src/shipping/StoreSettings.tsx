import {
  Button,
  Dialog,
  DialogBar,
  Facts,
  Form,
  FormGrid,
  FormSection,
  fieldsOf,
  Loaded,
  Money,
  MoneyField,
  PercentField,
  Quiet,
  Row,
  SimpleTable,
  Stack,
  toast,
  useCan,
  useEditForm,
  useFormats,
  usePluginName,
} from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type ShippingSettings, type StoreShippingSettings, shippingSettings } from "./api";

const { SwitchField } = fieldsOf<ShippingSettings>();

interface SettingsProps {
  storeId: string;
  settings: StoreShippingSettings;
}

const toValues = ({ updatedAt: _, ...terms }: StoreShippingSettings): ShippingSettings => terms;

function SettingsForm({ storeId, settings, onClose }: SettingsProps & { onClose: () => void }) {
  const { t } = useTranslation(["shipping", "kit"]);
  const nameOf = usePluginName();
  const { form, read } = useEditForm(settings, toValues);
  const save = async (values: ShippingSettings) => {
    await shippingSettings.save({ id: storeId, updatedAt: read.updatedAt }, values);
    toast(t("settings.done"));
    onClose();
  };
  return (
    <Form
      form={form}
      onSubmit={save}
      failure={t("settings.failed")}
      onReload={() => shippingSettings.read(storeId)}
    >
      <Stack>
        {read.providers.map(({ id }, at) => (
          <Stack key={id} gap={8}>
            <SwitchField
              name={`providers.${at}.enable`}
              label={t("settings.offer", { provider: nameOf(id) })}
            />
            <PercentField
              name={`providers.${at}.supplementFeePercent`}
              label={t("settings.supplementOf", { provider: nameOf(id) })}
              required
            />
          </Stack>
        ))}
        <FormGrid>
          <PercentField name="marginPercent" label={t("settings.margin")} required />
          <MoneyField name="additionalCost" label={t("settings.additional")} min={0} required />
          <PercentField name="discountPercent" label={t("settings.discount")} required />
        </FormGrid>
        <DialogBar label={t("kit:form.save")} onClose={onClose} />
      </Stack>
    </Form>
  );
}

function Providers({ settings }: Pick<SettingsProps, "settings">) {
  const { t } = useTranslation("shipping");
  const { percent } = useFormats();
  const nameOf = usePluginName();
  if (settings.providers.length === 0) return <Quiet>{t("settings.noProviders")}</Quiet>;
  return (
    <SimpleTable
      caption={t("settings.providers")}
      rows={settings.providers}
      rowKey={({ id }) => id}
      columns={[
        { id: "provider", header: t("settings.provider"), cell: ({ id }) => nameOf(id) },
        {
          id: "offered",
          header: t("settings.offered"),
          cell: ({ enable }) => (enable ? t("settings.isOffered") : t("settings.isNotOffered")),
        },
        {
          id: "supplement",
          header: t("settings.supplement"),
          align: "right",
          cell: ({ supplementFeePercent }) => percent(supplementFeePercent),
        },
      ]}
    />
  );
}

function View({ storeId, settings }: SettingsProps) {
  const { t } = useTranslation("shipping");
  const { percent } = useFormats();
  const [open, setOpen] = useState(false);
  const isEditable = useCan()("WRITE_CONNECTOR");
  const close = () => setOpen(false);
  return (
    <>
      <Providers settings={settings} />
      <Facts
        facts={[
          { label: t("settings.margin"), value: percent(settings.marginPercent) },
          { label: t("settings.additional"), value: <Money amount={settings.additionalCost} /> },
          { label: t("settings.discount"), value: percent(settings.discountPercent) },
        ]}
      />
      {isEditable && (
        <Row>
          <Button icon="edit" onClick={() => setOpen(true)}>
            {t("settings.edit")}
          </Button>
        </Row>
      )}
      <Dialog title={t("settings.editTitle")} open={open} onClose={close}>
        <SettingsForm storeId={storeId} settings={settings} onClose={close} />
      </Dialog>
    </>
  );
}

/** What a store agreed on about its parcels: whose carriers it is offered, and what it pays beside the grid. For staff. */
export function StoreSettings({ storeId }: { storeId: string }) {
  const { t } = useTranslation("shipping");
  const settings = shippingSettings.useOne(storeId);
  return (
    <FormSection title={t("settings.title")} description={t("settings.text")}>
      <Loaded of={settings}>{(settings) => <View storeId={storeId} settings={settings} />}</Loaded>
    </FormSection>
  );
}
