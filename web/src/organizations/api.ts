import { ApiError, client, resource, type Schemas, unwrap } from "@comptoir/kit";

export type OrganizationRow = Schemas["OrganizationRow"];
export type Organization = Schemas["Organization"];
export type OrganizationInput = Schemas["OrganizationInput"];
export type Company = Schemas["Company"];
export type Contract = Schemas["File"];
export type Terms = Schemas["Terms"];
export type TermsInput = Schemas["TermsInput"];
export type StoragePrice = Schemas["StoragePrice"];

/** Stores name them. */
export const organizations = resource("/organization", { also: ["store"] });

export const organizationTerms = resource("/organization/{id}/terms");

export const organizationContracts = resource("/organization/{id}/contract");

/** Where the contract is read and sent to. */
export const contractPath = (id: string) => `/organization/${id}/contract`;

/** The companies of the French register that fit. */
export const findCompanies = async (q: string) =>
  (await unwrap(client.GET("/organization/search", { params: { query: { q } } }))).data;

/** What the server would say of some fields, where the screen knows it before. */
export const refusal = (payload: { field: string; code: string; message: string }[]) =>
  new ApiError(400, { name: "BadRequestSchemaException", payload });

/** For the command palette. */
export const findOrganizations = async (search: string) =>
  (await organizations.find(search)).map(({ id, name, identifierNumber }) => ({
    id,
    label: name,
    hint: identifierNumber,
  }));
