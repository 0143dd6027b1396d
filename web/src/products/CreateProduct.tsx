import {
  ApiError,
  AreaField,
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
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useArea } from "../app/area";
import { createProduct, useStoreChoices } from "./api";
import { isEan } from "./names";
import { PictureField } from "./PictureField";
import { productPaths } from "./paths";
import { NEW_PRODUCT, NEW_VARIANT, type ProductValues, toInput } from "./values";

/** Refuses what the fields themselves cannot: a missing picture, an EAN that is none. */
function useCheck() {
  const { t } = useTranslation("products");
  return ({ image, variants }: ProductValues) => {
    const payload = variants.flatMap(({ ean }, index) =>
      isEan(ean) ? [] : [{ field: `variants[${index}].ean`, code: "ean", message: t("variant.eanWrong") }],
    );
    if (image === "") payload.push({ field: "image", code: "required", message: t("picture.required") });
    if (payload.length > 0) throw new ApiError(400, { payload });
  };
}

function VariantsField() {
  const { t } = useTranslation("products");
  return (
    <RowsField
      name="variants"
      label={t("detail.variants")}
      required
      max={100}
      addLabel={t("variant.add")}
      removeLabel={(index) => t("variant.remove", { place: index + 1 })}
      newRow={NEW_VARIANT}
      row={(prefix) => (
        <>
          <FormGrid>
            <TextField
              name={`${prefix}.sku`}
              label={t("variant.sku")}
              description={t("variant.skuText")}
              required
              autoComplete="off"
            />
            <TextField
              name={`${prefix}.title`}
              label={t("variant.title")}
              description={t("variant.titleText")}
              maxLength={255}
            />
          </FormGrid>
          <FormGrid>
            <TextField name={`${prefix}.ean`} label={t("variant.ean")} maxLength={14} autoComplete="off" />
            <NumberField
              name={`${prefix}.price`}
              label={t("variant.price")}
              suffix="€"
              min={0}
              decimals={2}
            />
            <NumberField
              name={`${prefix}.weight`}
              label={t("variant.weight")}
              suffix="g"
              min={0}
              decimals={0}
            />
          </FormGrid>
        </>
      )}
    />
  );
}

/** The form for a new product of a store. */
export default function CreateProduct() {
  const { t } = useTranslation("products");
  const area = useArea();
  const navigate = useNavigate();
  const check = useCheck();
  const form = useForm<ProductValues>({ defaultValues: NEW_PRODUCT });
  const list = t("list.title");
  const breadcrumbs = useMemo(() => [{ label: list, to: productPaths.list(area) }], [list, area]);

  const create = async (values: ProductValues) => {
    check(values);
    const { id, name } = await createProduct(toInput(values));
    toast(t("create.done", { name }));
    await navigate(productPaths.detail(area, id));
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
          <TextField name="name" label={t("column.name")} required maxLength={255} />
          <AreaField name="description" label={t("detail.description")} required maxLength={5000} />
        </FormSection>
        <FormSection title={t("detail.image")} description={t("section.imageText")}>
          <PictureField name="image" onChange={(id) => form.setValue("image", id, { shouldDirty: true })} />
        </FormSection>
        <FormSection title={t("detail.variants")} description={t("section.variantsText")}>
          <VariantsField />
        </FormSection>
        <SubmitBar label={t("create.action")} to={productPaths.list(area)} />
      </Form>
    </Page>
  );
}
