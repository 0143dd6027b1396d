import {
  AreaField,
  CountryField,
  FormGrid,
  FormSection,
  NumberField,
  RowsField,
  TextField,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { ORIGINS } from "./product";

const MOST_OPTIONS = 5;

/** Name and value pairs: of a product, of a bundle. */
export function OptionsField(props: { required?: boolean; max?: number }) {
  const { t } = useTranslation("bigblue");
  return (
    <RowsField
      name="options"
      label={t("form.options")}
      required={props.required}
      max={props.max}
      addLabel={t("form.addOption")}
      newRow={{ name: "", value: "" }}
      removeLabel={(index) => t("form.removeOption", { number: index + 1 })}
      emptyText={t("form.noOptions")}
      row={(prefix) => (
        <FormGrid>
          <TextField name={`${prefix}.name`} label={t("form.optionName")} required />
          <TextField name={`${prefix}.value`} label={t("form.optionValue")} required />
        </FormGrid>
      )}
    />
  );
}

/** What a product is; its SKU only while it is new. */
export function ProductFields({ isNew = false }: { isNew?: boolean }) {
  const { t } = useTranslation("bigblue");
  return (
    <>
      <FormSection title={t("product.section.identity")}>
        {isNew && (
          <TextField
            name="sku"
            label={t("product.sku")}
            description={t("product.skuHint")}
            placeholder="CPSL-000042-000M"
            required
            autoFocus
          />
        )}
        <TextField name="name" label={t("product.name")} maxLength={255} required />
        <AreaField name="description" label={t("product.description")} maxLength={1280} />
        <TextField name="barcode" label={t("product.barcode")} description={t("product.barcodeHint")} />
      </FormSection>
      <FormSection title={t("product.section.customs")}>
        <FormGrid>
          <NumberField name="price" label={t("product.price")} decimals={2} min={0} />
          <TextField name="currency" label={t("product.currency")} maxLength={3} />
          <TextField name="hsTariffCode" label={t("product.tariff")} maxLength={20} />
          <CountryField name="countryOfOrigin" label={t("product.origin")} first={ORIGINS} />
        </FormGrid>
        <TextField name="customsDescription" label={t("product.customs")} maxLength={255} />
      </FormSection>
      <FormSection title={t("form.options")}>
        <OptionsField max={MOST_OPTIONS} />
      </FormSection>
    </>
  );
}
