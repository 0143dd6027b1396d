import { useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { FormGrid, FormSection } from "../form/FormSection";
import { fieldsOf } from "../form/fieldsOf";
import { PercentField } from "../form/PercentField";
import { useOnChange } from "../form/useOnChange";
import { usePluginName } from "../plugin/names";
import { type CarrierValues, useServices } from "./carriers";

const { NumberField, SelectField, TextField } = fieldsOf<CarrierValues>();

/** The service at the provider: one of those that it names, or typed where it names none. */
function ServiceField({ provider }: { provider: string }) {
  const { t } = useTranslation("carriers");
  const nameOf = usePluginName();
  const { data, error } = useServices(provider);
  const form = useFormContext<CarrierValues>();
  const services = data?.services ?? [];
  // A carrier is mostly called what its service is.
  useOnChange(form, "code", (code) => {
    const service = services.find(({ id }) => id === code);
    if (service && form.getValues("name") === "") form.setValue("name", service.name, { shouldDirty: true });
  });
  const present = form.getValues("code");
  const label = t("field.code");
  if (services.length === 0)
    return (
      <TextField
        name="code"
        label={label}
        description={
          error
            ? t("field.codeUnasked", { provider: nameOf(provider) })
            : data && !data.connected
              ? t("field.codeUnconnected", { provider: nameOf(provider) })
              : t("field.codeText", { provider: nameOf(provider) })
        }
        maxLength={200}
      />
    );
  const known = services.map(({ id, name }) => ({
    value: id,
    label: name === id ? name : `${name} (${id})`,
  }));
  const isKnown = present === "" || services.some(({ id }) => id === present);
  return (
    <SelectField
      name="code"
      label={label}
      description={t("field.codeText", { provider: nameOf(provider) })}
      options={[
        { value: "", label: t("field.anyService", { provider: nameOf(provider) }) },
        ...known,
        ...(isKnown ? [] : [{ value: present, label: present }]),
      ]}
    />
  );
}

/** The fields of a carrier, new or not. */
export function CarrierFields({ provider, autoFocus }: { provider: string; autoFocus?: boolean }) {
  const { t } = useTranslation("carriers");
  const days = { decimals: 0, min: 0, max: 365, suffix: t("field.days") };
  return (
    <>
      <FormSection title={t("section.service")} description={t("section.serviceText")}>
        <TextField name="name" label={t("field.name")} required maxLength={255} autoFocus={autoFocus} />
        <ServiceField provider={provider} />
      </FormSection>
      <FormSection title={t("section.cost")} description={t("section.costText")}>
        <PercentField name="fuelSurchage" label={t("field.fuelSurchage")} max={1000} required />
      </FormSection>
      <FormSection title={t("section.delay")} description={t("section.delayText")}>
        <FormGrid>
          <NumberField {...days} name="minDays" label={t("field.minDays")} />
          <NumberField {...days} name="maxDays" label={t("field.maxDays")} />
        </FormGrid>
      </FormSection>
      <FormSection title={t("section.names")} description={t("section.namesText")}>
        <FormGrid>
          <TextField name="french" label={t("field.french")} maxLength={255} />
          <TextField name="english" label={t("field.english")} maxLength={255} />
        </FormGrid>
      </FormSection>
    </>
  );
}
