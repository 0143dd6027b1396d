import {
  ApiError,
  CreatePage,
  FormGrid,
  type FormOf,
  FormSection,
  fieldsOf,
  NewForm,
  useOnChange,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { articleRecords } from "../products/api";
import { articleName } from "../products/names";
import { storeRecords } from "../stores/records";
import { bundles } from "./api";
import { BundlePreview } from "./BundlePreview";
import { bundlePaths } from "./paths";
import { type BundleValues, NEW_BUNDLE, NEW_COMPONENT, toInput } from "./values";

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

function Fields({ form }: { form: FormOf<BundleValues> }) {
  const { t } = useTranslation("bundles");
  // Another store has other articles.
  useOnChange(form, "storeId", () => form.setValue("components", NEW_BUNDLE.components));
  return (
    <>
      <FormSection title={t("section.general")} description={t("section.generalText")}>
        <RecordField name="storeId" label={t("column.store")} source={storeRecords} required autoFocus />
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

/** The form for a bundle of a store's own. */
export default function BundleForm() {
  const { t } = useTranslation("bundles");
  const area = useArea();
  const create = async (values: BundleValues) => {
    const ids = values.components.map(({ variantId }) => variantId);
    const twice = ids.findIndex((id, index) => ids.indexOf(id) < index);
    if (twice >= 0) {
      const issue = { code: "unique", message: t("components.twice") };
      throw new ApiError(400, { payload: [{ field: `components[${twice}].variantId`, ...issue }] });
    }
    await bundles.create(toInput(values));
    return values;
  };
  return (
    <CreatePage
      title={t("create.title")}
      breadcrumbs={[{ label: t("list.title"), to: bundlePaths.list(area) }]}
    >
      <NewForm
        initial={NEW_BUNDLE}
        create={create}
        label={t("create.action")}
        done={({ name }) => t("create.done", { name })}
        failure={t("create.failed")}
        to={() => bundlePaths.list(area)}
      >
        {(form) => <Fields form={form} />}
      </NewForm>
    </CreatePage>
  );
}
