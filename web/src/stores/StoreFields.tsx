import { FormGrid, FormSection, fieldsOf } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { Store } from "./api";
import { ChargesField, LinksField, SharesField } from "./StoreRows";
import type { StoreValues } from "./values";

const { NumberField, SelectField, TextField } = fieldsOf<StoreValues>();

/** What the server takes of a cost. */
const MAX_COST = 99_999;

function CostFields() {
  const { t } = useTranslation("stores");
  const cost = { suffix: "€", min: 0, max: MAX_COST, decimals: 2, required: true };
  return (
    <FormGrid>
      <NumberField
        {...cost}
        name="seedingCost"
        label={t("field.seedingCost")}
        description={t("field.seedingCostText")}
      />
      <NumberField
        {...cost}
        name="ticketCost"
        label={t("field.ticketCost")}
        description={t("field.ticketCostText")}
      />
      <SelectField
        name="ticketBasis"
        label={t("field.ticketBasis")}
        options={[
          { value: "MESSAGE", label: t("ticketBasis.MESSAGE") },
          { value: "TICKET", label: t("ticketBasis.TICKET") },
        ]}
        required
      />
      <NumberField
        {...cost}
        name="returnCost"
        label={t("field.returnCost")}
        description={t("field.returnCostText")}
      />
      <NumberField
        name="shippingMargin"
        label={t("field.shippingMargin")}
        description={t("field.shippingMarginText")}
        suffix="%"
        min={0}
        max={100}
        required
      />
      <NumberField
        {...cost}
        name="shippingAdditionalCost"
        label={t("field.shippingAdditionalCost")}
        description={t("field.shippingAdditionalCostText")}
      />
    </FormGrid>
  );
}

interface StoreFieldsProps {
  /** The store's owners as it was read: their names. */
  owners?: Store["organizations"];
  /** The store's links as it was read: what types it has. */
  links: StoreValues["links"];
  autoFocus?: boolean;
}

/** The fields of a store, new or not. */
export function StoreFields({ owners = [], links, autoFocus }: StoreFieldsProps) {
  const { t } = useTranslation("stores");
  return (
    <>
      <FormSection title={t("section.general")} description={t("section.generalText")}>
        <TextField name="name" label={t("field.name")} required maxLength={255} autoFocus={autoFocus} />
      </FormSection>
      <FormSection title={t("section.organizations")} description={t("section.organizationsText")}>
        <SharesField owners={owners} />
      </FormSection>
      <FormSection title={t("section.costs")} description={t("section.costsText")}>
        <CostFields />
      </FormSection>
      <FormSection title={t("section.links")} description={t("section.linksText")}>
        <LinksField links={links} />
      </FormSection>
      <FormSection title={t("section.charges")} description={t("section.chargesText")}>
        <ChargesField />
      </FormSection>
    </>
  );
}
