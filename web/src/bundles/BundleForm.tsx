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
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { useArticles, useStoreChoices, type VariantRow } from "../products/api";
import { articleName } from "../products/names";
import { bundles } from "./api";
import { BundlePreview } from "./BundlePreview";
import { bundlePaths } from "./paths";
import { type BundleValues, NEW_BUNDLE, toInput } from "./values";

const { ChoiceField, NumberField, RowsField, TextField, useValue } = fieldsOf<BundleValues>();

/** The articles that were offered so far, by id: what a chosen one is called and sold as. */
type Known = Map<string, VariantRow>;

/** A component: an article of the store, and how many of it. */
function ComponentFields({ prefix, known }: { prefix: `components.${number}`; known: Known }) {
  const { t } = useTranslation("bundles");
  const storeId = useValue("storeId");
  const useChoices = (search: string) => {
    const { articles, isLoading } = useArticles(storeId, search);
    for (const article of articles) known.set(article.id, article);
    const options = articles.map(({ id, name, title, sku }) => ({
      value: id,
      label: articleName(name, title),
      description: sku,
    }));
    return { options, isLoading, failure: storeId ? undefined : t("components.storeFirst") };
  };
  return (
    <FormGrid>
      <ChoiceField
        name={`${prefix}.variantId`}
        label={t("components.article")}
        useChoices={useChoices}
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

function Fields({ form, known }: { form: FormOf<BundleValues>; known: Known }) {
  const { t } = useTranslation("bundles");
  // Another store has other articles.
  useOnChange(form, "storeId", () => {
    known.clear();
    form.setValue("components", NEW_BUNDLE.components);
  });
  return (
    <>
      <FormSection title={t("section.general")} description={t("section.generalText")}>
        <ChoiceField
          name="storeId"
          label={t("column.store")}
          useChoices={useStoreChoices}
          required
          autoFocus
        />
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
          newRow={{ variantId: null, quantity: "1" }}
          row={(prefix) => <ComponentFields prefix={prefix} known={known} />}
        />
      </FormSection>
      <FormSection title={t("preview.title")} description={t("preview.text")}>
        <BundlePreview known={known} isValid={form.formState.isValid} />
      </FormSection>
    </>
  );
}

/** The form for a bundle of a store's own. */
export default function BundleForm() {
  const { t } = useTranslation("bundles");
  const area = useArea();
  const [known] = useState<Known>(() => new Map());
  const create = async (values: BundleValues) => {
    const ids = values.components.map(({ variantId }) => variantId);
    const twice = ids.findIndex((id, index) => ids.indexOf(id) < index);
    if (twice >= 0) {
      const issue = { code: "unique", message: t("components.twice") };
      throw new ApiError(400, { payload: [{ field: `components[${twice}].variantId`, ...issue }] });
    }
    await bundles.create(toInput(values, known));
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
        {(form) => <Fields form={form} known={known} />}
      </NewForm>
    </CreatePage>
  );
}
