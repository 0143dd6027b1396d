import {
  ApiError,
  ChoiceField,
  Form,
  FormGrid,
  FormSection,
  NumberField,
  Page,
  RowsField,
  SubmitBar,
  TextField,
  toast,
  useForm,
} from "@comptoir/kit";
import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useArea } from "../app/area";
import { useArticles, useStoreChoices, type VariantRow } from "../products/api";
import { articleName } from "../products/names";
import { createBundle } from "./api";
import { BundlePreview } from "./BundlePreview";
import { bundlePaths } from "./paths";
import { type BundleValues, NEW_BUNDLE, toInput } from "./values";

/** The articles that were offered so far, by id: what a chosen one is called and sold as. */
type Known = Map<string, VariantRow>;

/** A component: an article of the store, and how many of it. */
function ComponentFields(props: { prefix: string; storeId: string | null; known: Known }) {
  const { t } = useTranslation("bundles");
  const { known, storeId } = props;
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
        name={`${props.prefix}.variantId`}
        label={t("components.article")}
        useChoices={useChoices}
        required
      />
      <NumberField
        name={`${props.prefix}.quantity`}
        label={t("components.quantity")}
        min={1}
        max={10_000}
        decimals={0}
        required
      />
    </FormGrid>
  );
}

/** The form for a bundle of a store's own. */
export default function CreateBundle() {
  const { t } = useTranslation("bundles");
  const area = useArea();
  const navigate = useNavigate();
  const [known] = useState<Known>(() => new Map());
  const form = useForm<BundleValues>({ defaultValues: NEW_BUNDLE });
  const values = form.watch();
  const { storeId } = values;
  const { setValue } = form;
  // Another store has other articles.
  useEffect(() => {
    if (storeId !== null) known.clear();
    setValue("components", NEW_BUNDLE.components);
  }, [storeId, known, setValue]);
  const list = t("list.title");
  const breadcrumbs = useMemo(() => [{ label: list, to: bundlePaths.list(area) }], [list, area]);

  const create = async (sent: BundleValues) => {
    const ids = sent.components.map(({ variantId }) => variantId);
    const twice = ids.findIndex((id, index) => ids.indexOf(id) < index);
    if (twice >= 0) {
      const issue = { code: "unique", message: t("components.twice") };
      throw new ApiError(400, { payload: [{ field: `components[${twice}].variantId`, ...issue }] });
    }
    await createBundle(toInput(sent, known));
    toast(t("create.done", { name: sent.name }));
    await navigate(bundlePaths.list(area));
  };
  return (
    <Page title={t("create.title")} breadcrumbs={breadcrumbs} width="text">
      <Form form={form} onSubmit={create} failure={t("create.failed")}>
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
            row={(prefix) => <ComponentFields prefix={prefix} storeId={storeId} known={known} />}
          />
        </FormSection>
        <FormSection title={t("preview.title")} description={t("preview.text")}>
          <BundlePreview values={values} known={known} isValid={form.formState.isValid} />
        </FormSection>
        <SubmitBar label={t("create.action")} to={bundlePaths.list(area)} />
      </Form>
    </Page>
  );
}
