import { useEffect } from "react";
import { useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { CountryField } from "./CountryField";
import { FormGrid } from "./FormSection";
import { TextField } from "./TextField";

interface AddressFieldsProps {
  /** The name of the address in the form; none when its fields are the form's own. */
  prefix?: string;
  /** Asks for first and last name too, which only an address without a company has to have. */
  withNames?: boolean;
  /** There may be no address at all: nothing is required until something beside the country is filled in. */
  optional?: boolean;
}

/** Whether an address says anything: a country, which is there from the start, says nothing by itself. */
export const isAddressEmpty = (address: object | null | undefined) =>
  Object.entries(address ?? {}).every(
    ([field, value]) => field === "countryCode" || !String(value ?? "").trim(),
  );

/** A postal address. Browsers do not fill it in: it is somebody else's. */
export function AddressFields({ prefix, withNames = false, optional = false }: AddressFieldsProps) {
  const { t } = useTranslation("kit");
  const { watch, clearErrors } = useFormContext();
  const name = (field: string) => (prefix ? `${prefix}.${field}` : field);
  const isCompany = Boolean(watch(name("company"))?.trim());
  const [firstName, lastName] = [name("firstName"), name("lastName")];
  const isLeftOut = optional && isAddressEmpty(prefix ? watch(prefix) : watch());

  useEffect(() => {
    if (isCompany) clearErrors([firstName, lastName]);
  }, [isCompany, clearErrors, firstName, lastName]);
  useEffect(() => {
    if (isLeftOut && prefix) clearErrors(prefix);
  }, [isLeftOut, clearErrors, prefix]);

  return (
    <>
      <TextField
        name={name("company")}
        label={t("form.address.company")}
        maxLength={255}
        autoComplete="off"
      />
      {withNames && (
        <FormGrid>
          <TextField
            name={firstName}
            label={t("form.address.firstName")}
            required={!isCompany && !isLeftOut}
            maxLength={200}
            autoComplete="off"
          />
          <TextField
            name={lastName}
            label={t("form.address.lastName")}
            required={!isCompany && !isLeftOut}
            maxLength={200}
            autoComplete="off"
          />
        </FormGrid>
      )}
      <TextField
        name={name("address1")}
        label={t("form.address.address1")}
        required={!isLeftOut}
        maxLength={255}
        autoComplete="off"
      />
      <FormGrid>
        <TextField
          name={name("address2")}
          label={t("form.address.address2")}
          maxLength={255}
          autoComplete="off"
        />
        <TextField name={name("extra")} label={t("form.address.extra")} maxLength={255} autoComplete="off" />
        <TextField
          name={name("zip")}
          label={t("form.address.zip")}
          required={!isLeftOut}
          maxLength={50}
          autoComplete="off"
        />
        <TextField
          name={name("city")}
          label={t("form.address.city")}
          required={!isLeftOut}
          maxLength={50}
          autoComplete="off"
        />
        <CountryField name={name("countryCode")} label={t("form.address.country")} required={!isLeftOut} />
        <TextField name={name("phone")} label={t("form.address.phone")} type="tel" autoComplete="off" />
      </FormGrid>
    </>
  );
}
