import { isAddressEmpty, type Schemas } from "@comptoir/kit";
import type { Organization, OrganizationInput } from "./api";

/** What is filled in of an organization. */
export interface OrganizationValues {
  name: string;
  identifierNumber: string;
  taxNumber: string;
  address: Required<Schemas["Address"]>;
}

/** One that says nothing but the country of most. */
export const NO_ADDRESS: OrganizationValues["address"] = {
  company: "",
  firstName: "",
  lastName: "",
  address1: "",
  address2: "",
  extra: "",
  zip: "",
  city: "",
  countryCode: "FR",
  phone: "",
};

/** The form of an organization that is not there yet. */
export const NEW_ORGANIZATION: OrganizationValues = {
  name: "",
  identifierNumber: "",
  taxNumber: "",
  address: NO_ADDRESS,
};

/** What was known of an organization, as its form takes it. */
export const toValues = (known: Pick<Organization, keyof OrganizationValues>): OrganizationValues => ({
  name: known.name,
  identifierNumber: known.identifierNumber,
  taxNumber: known.taxNumber,
  address: { ...NO_ADDRESS, ...known.address },
});

/** What is sent: an address that says nothing is none. */
export const toInput = (values: OrganizationValues): OrganizationInput => ({
  name: values.name.trim(),
  identifierNumber: values.identifierNumber.trim(),
  taxNumber: values.taxNumber.trim(),
  address: isAddressEmpty(values.address) ? null : values.address,
});
