import { ApiError, FormGrid, type FormOf, FormSection, fieldsOf, Quiet, usePluginName } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { storeRecords } from "../stores/records";
import type { Product } from "./api";
import { isEan } from "./names";
import { PictureField } from "./PictureField";
import { NEW_VARIANT, type ProductValues } from "./values";

const { AreaField, NumberField, RecordField, RowsField, TextField, useValue } = fieldsOf<ProductValues>();

/** Refuses what the fields themselves cannot: a picture that is missing where there is none, an EAN that is none. */
export function useCheck({ isNew }: { isNew: boolean }) {
  const { t } = useTranslation("products");
  return ({ image, variants }: ProductValues) => {
    const payload = variants.flatMap(({ ean }, index) =>
      isEan(ean) ? [] : [{ field: `variants[${index}].ean`, code: "ean", message: t("variant.eanWrong") }],
    );
    if (isNew && image === "")
      payload.push({ field: "image", code: "required", message: t("picture.required") });
    if (payload.length > 0) throw new ApiError(400, { payload });
  };
}

type Side = `variants.${number}.${"lengthMm" | "widthMm" | "heightMm"}`;

/** A side of what is packed; all three make its volume. */
const SideField = (side: { name: Side; label: string }) => (
  <NumberField {...side} suffix="mm" min={0} decimals={0} />
);

/** Weight and dimensions, unless a warehouse tells them. */
function Measures({ prefix }: { prefix: `variants.${number}` }) {
  const { t } = useTranslation("products");
  const nameOf = usePluginName();
  const measuredBy = useValue(`${prefix}.measuredBy`);
  if (measuredBy) return <Quiet>{t("variant.measuredBy", { name: nameOf(measuredBy) })}</Quiet>;
  return (
    <FormGrid>
      <NumberField
        name={`${prefix}.weight`}
        label={t("variant.weight")}
        suffix="g"
        min={0}
        max={1_000_000}
        decimals={0}
      />
      <SideField name={`${prefix}.lengthMm`} label={t("variant.length")} />
      <SideField name={`${prefix}.widthMm`} label={t("variant.width")} />
      <SideField name={`${prefix}.heightMm`} label={t("variant.height")} />
    </FormGrid>
  );
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
          </FormGrid>
          <Measures prefix={prefix as `variants.${number}`} />
        </>
      )}
    />
  );
}

interface ProductFieldsProps {
  form: FormOf<ProductValues>;
  /** The product that is there; it stays with its store. */
  product?: Product;
}

/** The fields of a product of a store, new or not. */
export function ProductFields({ form, product }: ProductFieldsProps) {
  const { t } = useTranslation("products");
  return (
    <>
      <FormSection title={t("section.general")} description={t("section.generalText")}>
        {!product && (
          <RecordField name="storeId" label={t("column.store")} source={storeRecords} required autoFocus />
        )}
        <TextField name="name" label={t("column.name")} required maxLength={255} />
        <AreaField name="description" label={t("detail.description")} required maxLength={5000} />
      </FormSection>
      <FormSection
        title={t("detail.image")}
        description={product ? t("section.imageText") : t("section.imageNeeded")}
      >
        <PictureField
          name="image"
          current={product?.image}
          onChange={(id) => form.setValue("image", id, { shouldDirty: true })}
        />
      </FormSection>
      <FormSection title={t("detail.variants")} description={t("section.variantsText")}>
        <VariantsField />
      </FormSection>
    </>
  );
}
