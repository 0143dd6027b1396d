import { ApiError, CreatePage, FormGrid, FormSection, fieldsOf, NewForm } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { storeRecords } from "../stores/records";
import { products } from "./api";
import { isEan } from "./names";
import { PictureField } from "./PictureField";
import { productPaths } from "./paths";
import { NEW_PRODUCT, NEW_VARIANT, type ProductValues, toInput } from "./values";

const { AreaField, NumberField, RecordField, RowsField, TextField } = fieldsOf<ProductValues>();

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

type Side = `variants.${number}.${"lengthMm" | "widthMm" | "heightMm"}`;

/** A side of what is packed; all three make its volume. */
const SideField = (side: { name: Side; label: string }) => (
  <NumberField {...side} suffix="mm" min={0} decimals={0} />
);

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
          <FormGrid>
            <SideField name={`${prefix}.lengthMm`} label={t("variant.length")} />
            <SideField name={`${prefix}.widthMm`} label={t("variant.width")} />
            <SideField name={`${prefix}.heightMm`} label={t("variant.height")} />
          </FormGrid>
        </>
      )}
    />
  );
}

/** The form for a new product of a store. */
export default function ProductForm() {
  const { t } = useTranslation("products");
  const area = useArea();
  const check = useCheck();
  const create = async (values: ProductValues) => {
    check(values);
    return products.create(toInput(values));
  };
  return (
    <CreatePage
      title={t("create.title")}
      breadcrumbs={[{ label: t("list.title"), to: productPaths.list(area) }]}
    >
      <NewForm
        initial={NEW_PRODUCT}
        create={create}
        label={t("create.action")}
        done={({ name }) => t("create.done", { name })}
        failure={t("create.failed")}
        to={({ id }) => productPaths.detail(area, id)}
      >
        {(form) => (
          <>
            <FormSection title={t("section.general")} description={t("section.generalText")}>
              <RecordField
                name="storeId"
                label={t("column.store")}
                source={storeRecords}
                required
                autoFocus
              />
              <TextField name="name" label={t("column.name")} required maxLength={255} />
              <AreaField name="description" label={t("detail.description")} required maxLength={5000} />
            </FormSection>
            <FormSection title={t("detail.image")} description={t("section.imageText")}>
              <PictureField
                name="image"
                onChange={(id) => form.setValue("image", id, { shouldDirty: true })}
              />
            </FormSection>
            <FormSection title={t("detail.variants")} description={t("section.variantsText")}>
              <VariantsField />
            </FormSection>
          </>
        )}
      </NewForm>
    </CreatePage>
  );
}
