import { ApiError, FormGrid, type FormOf, FormSection, fieldsOf, useOnChange } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { articleRecords } from "../products/api";
import { articleName } from "../products/names";
import { storeRecords } from "../stores/records";
import { BundlePreview } from "./BundlePreview";
import { type BundleValues, NEW_BUNDLE, NEW_COMPONENT } from "./values";

const { NumberField, RecordField, RowsField, TextField, useValue } = fieldsOf<BundleValues>();

/** A component: an article of the store, and how many of it. */
function ComponentFields({ form, prefix }: { form: FormOf<BundleValues>; prefix: `components.${number}` }) {
  const { t } = useTranslation("bundles");
  const storeId = useValue("storeId");
  const chosen = useValue(`${prefix}.article`);
  return (
    <FormGrid>
      <RecordField
        name={`${prefix}.variantId`}
        label={t("components.article")}
        source={storeId === null ? null : articleRecords(storeId, ({ sku }) => sku)}
        unavailable={storeId === null ? t("components.storeFirst") : undefined}
        labelOf={(id) => (chosen?.id === id ? articleName(chosen.name, chosen.title) : undefined)}
        onChoose={(article) => form.setValue(`${prefix}.article`, article)}
        required
      />
      <NumberField
        name={`${prefix}.quantity`}
        label={t("components.quantity")}
        min={1}
        max={10_000}
        decimals={0}
        required
      />
    </FormGrid>
  );
}

/** Refuses an article that stands there twice, which its field cannot. */
export function useCheck() {
  const { t } = useTranslation("bundles");
  return ({ components }: BundleValues) => {
    const ids = components.map(({ variantId }) => variantId);
    const twice = ids.findIndex((id, index) => ids.indexOf(id) < index);
    if (twice < 0) return;
    const issue = { code: "unique", message: t("components.twice") };
    throw new ApiError(400, { payload: [{ field: `components[${twice}].variantId`, ...issue }] });
  };
}

/** The fields of a bundle of a store's own; one that is there stays with its store. */
export function BundleFields({ form, isNew }: { form: FormOf<BundleValues>; isNew?: boolean }) {
  const { t } = useTranslation("bundles");
  // Another store has other articles.
  useOnChange(form, "storeId", () => form.setValue("components", NEW_BUNDLE.components));
  return (
    <>
      <FormSection title={t("section.general")} description={t("section.generalText")}>
        {isNew && (
          <RecordField name="storeId" label={t("column.store")} source={storeRecords} required autoFocus />
        )}
        <TextField
          name="sku"
          label={t("column.sku")}
          description={t("section.skuText")}
          required
          autoComplete="off"
        />
        <TextField name="name" label={t("column.name")} required maxLength={128} />
      </FormSection>
      <FormSection title={t("column.components")} description={t("section.componentsText")}>
        <RowsField
          name="components"
          label={t("column.components")}
          required
          max={100}
          addLabel={t("components.add")}
          removeLabel={(index) => t("components.remove", { place: index + 1 })}
          newRow={NEW_COMPONENT}
          row={(prefix) => <ComponentFields form={form} prefix={prefix} />}
        />
      </FormSection>
      <FormSection title={t("preview.title")} description={t("preview.text")}>
        <BundlePreview isValid={form.formState.isValid} />
      </FormSection>
    </>
  );
}
