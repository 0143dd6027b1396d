import { AddressFields, FormGrid, FormSection, fieldsOf } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { OrganizationValues } from "./values";

const { TextField } = fieldsOf<OrganizationValues>();

/** What an organization is called and where it is; creating and changing ask for the same. */
export function OrganizationFields() {
  const { t } = useTranslation("organizations");
  return (
    <>
      <FormSection title={t("form.identity")} description={t("form.identityText")}>
        <TextField name="name" label={t("field.name")} required maxLength={255} autoComplete="off" />
        <FormGrid>
          <TextField
            name="identifierNumber"
            label={t("field.identifierNumber")}
            description={t("form.identifierNumberText")}
            required
            maxLength={50}
            autoComplete="off"
          />
          <TextField
            name="taxNumber"
            label={t("field.taxNumber")}
            description={t("form.taxNumberText")}
            maxLength={50}
            autoComplete="off"
          />
        </FormGrid>
      </FormSection>
      <FormSection title={t("form.address")} description={t("form.addressText")}>
        <AddressFields prefix="address" optional />
      </FormSection>
    </>
  );
}
