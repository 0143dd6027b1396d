import {
  ChoiceField,
  FormGrid,
  type FormOf,
  FormSection,
  fieldsOf,
  Quiet,
  RecordField,
  Row,
  useCan,
} from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { storesOf } from "../../stores/records";
import type { TagName } from "../tags/api";
import { TagsField } from "../tags/TagsField";
import { useTagChoice } from "../tags/useTagChoice";
import { useTagTypes } from "../tags/useTagTypes";
import { lookOf } from "./colors";
import { Swatch } from "./Swatch";
import { VariantCards } from "./VariantCards";
import { MOST, type ProductValues } from "./values";

const { AreaField, NumberField, SelectField, TextField, useValue } = fieldsOf<ProductValues>();

const UNITS = ["g/m²", "kg/m²"].map((unit) => ({ value: unit, label: unit }));

/** What the colour that is named above looks like. */
function ColorLook() {
  const color = useValue("color");
  return (
    lookOf(color) && (
      <Row>
        <Swatch color={color} />
        <Quiet>{color}</Quiet>
      </Row>
    )
  );
}

function TagFields({ tags }: { tags: TagName[] }) {
  return (
    <>
      <RecordField name="entity" {...useTagChoice("entity", tags)} label={useTagTypes().entity} />
      <TagsField name="composition" type="composition" known={tags} />
      <TagsField name="personalization" type="personalization" known={tags} />
    </>
  );
}

function QuantityFields() {
  const { t } = useTranslation("projectProducts");
  return (
    <>
      <ChoiceField
        name="quantityMode"
        label={t("field.quantityMode")}
        choices={[
          { value: "split", label: t("quantityMode.split"), hint: t("quantityMode.splitText") },
          { value: "normal", label: t("quantityMode.normal"), hint: t("quantityMode.normalText") },
        ]}
      />
      {useValue("quantityMode") === "split" && (
        <NumberField name="quantity" label={t("field.total")} min={1} max={MOST} decimals={0} required />
      )}
    </>
  );
}

/** Where it is to be sold, for those who see whose stores there are. */
function StoreField({ organizationId }: { organizationId: string }) {
  const { t } = useTranslation("projectProducts");
  const source = useMemo(() => storesOf(organizationId), [organizationId]);
  return (
    <RecordField name="storeId" label={t("field.store")} description={t("field.storeText")} source={source} />
  );
}

interface FieldsProps {
  form: FormOf<ProductValues>;
  isNew?: boolean;
  /** Whose it is, once that is known. */
  organizationId?: string;
  /** Those that the product carries, whose names are at hand. */
  tags?: TagName[];
}

/** What one fills in of a product. */
export function ProductFields({ form, isNew, organizationId, tags = [] }: FieldsProps) {
  const { t } = useTranslation("projectProducts");
  const seesStores = useCan()("READ_ORGANIZATION");
  return (
    <>
      <FormSection title={t("section.product")} description={t("section.productText")}>
        <TextField
          name="name"
          label={t("field.name")}
          minLength={2}
          maxLength={255}
          required
          autoFocus={isNew}
        />
        <TextField name="color" label={t("field.color")} description={t("field.colorText")} maxLength={255} />
        <ColorLook />
        <FormGrid>
          <NumberField name="weight" label={t("field.fabricWeight")} min={0} max={MOST} />
          <SelectField name="unit" label={t("field.unit")} options={UNITS} />
        </FormGrid>
        <AreaField name="fit" label={t("field.fit")} maxLength={1000} />
        {seesStores && organizationId && <StoreField organizationId={organizationId} />}
      </FormSection>
      <FormSection title={t("section.tags")} description={t("section.tagsText")}>
        <TagFields tags={tags} />
      </FormSection>
      <FormSection title={t("section.quantity")} description={t("section.quantityText")}>
        <QuantityFields />
      </FormSection>
      <FormSection title={t("variant.title")} description={t("section.variantsText")}>
        <VariantCards form={form} />
      </FormSection>
    </>
  );
}
