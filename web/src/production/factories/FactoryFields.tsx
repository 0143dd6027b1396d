import { Can, FormGrid, FormSection, fieldsOf } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { TagName } from "../tags/api";
import { READ_TAGS } from "../tags/permissions";
import { TagFields } from "../tags/TagsField";
import { usePriceOptions } from "./PriceRange";
import { type FactoryValues, MAX_DELAY, MAX_QUANTITY } from "./values";

const { AreaField, CountryField, NumberField, SelectField, TextField, useValue } = fieldsOf<FactoryValues>();

/** Where factories mostly are. */
const FIRST = ["TR", "PT"];

/** What a factory makes at once, how fast and at what price. */
function Capacity() {
  const { t } = useTranslation("factories");
  const pieces = { suffix: t("field.pieces"), max: MAX_QUANTITY, decimals: 0 };
  return (
    <>
      <FormGrid>
        <NumberField name="quantityMin" label={t("field.quantityMin")} min={1} required {...pieces} />
        <NumberField
          name="quantityMax"
          label={t("field.quantityMax")}
          min={Math.max(1, Number(useValue("quantityMin")) || 1)}
          required
          {...pieces}
        />
      </FormGrid>
      <FormGrid>
        <NumberField
          name="delayInWeek"
          label={t("field.delayInWeek")}
          suffix={t("field.weeks")}
          min={0}
          max={MAX_DELAY}
          decimals={0}
          required
        />
        <SelectField name="priceRange" label={t("field.priceRange")} options={usePriceOptions()} required />
      </FormGrid>
    </>
  );
}

/**
 * The fields of a factory, new or not.
 *
 * @param tags those that it has, by name
 */
export function FactoryFields({ tags, autoFocus }: { tags?: TagName[]; autoFocus?: boolean }) {
  const { t } = useTranslation("factories");
  return (
    <>
      <FormSection title={t("section.who")} description={t("section.whoText")}>
        <TextField name="name" label={t("field.name")} maxLength={255} required autoFocus={autoFocus} />
        <CountryField name="countryCode" label={t("field.countryCode")} first={FIRST} required />
        <AreaField name="description" label={t("field.description")} maxLength={2000} />
      </FormSection>
      <FormSection title={t("section.capacity")} description={t("section.capacityText")}>
        <Capacity />
      </FormSection>
      <Can permission={READ_TAGS}>
        <FormSection title={t("field.tags")} description={t("section.tagsText")}>
          <TagFields known={tags} />
        </FormSection>
      </Can>
    </>
  );
}
