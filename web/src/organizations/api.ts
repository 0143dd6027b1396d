import { ApiError, client, cursorOf, refresh, type Schemas, unwrap, useGet, useList } from "@comptoir/kit";
import { exportBy } from "../live/exports";

export type OrganizationRow = Schemas["OrganizationRow"];
export type Organization = Schemas["Organization"];
export type OrganizationInput = Schemas["OrganizationInput"];
export type Company = Schemas["Company"];
export type Contract = Schemas["File"];
export type Terms = Schemas["Terms"];
export type TermsInput = Schemas["TermsInput"];
export type StoragePrice = Schemas["StoragePrice"];

const one = (id: string) => ({ params: { path: { id } } });
/** Says which state a change was made of: another's change since then refuses it. */
const edition = (id: string, updatedAt: string) => ({
  params: { path: { id }, header: { "If-Match": updatedAt } },
});

export const useOrganizations = (cursor: string) => useList("/organization", cursor);

export const useOrganization = (id: string) => useGet("/organization/{id}", one(id));

export const useTerms = (id: string) => useGet("/organization/{id}/terms", one(id));

/** The companies of the French register that fit; none before anything is asked. */
export const useCompanies = (q: string) =>
  useGet(q ? "/organization/search" : null, { params: { query: { q } } });

/** Whatever names an organization is read again. */
const refreshAll = () => Promise.all([refresh("organization"), refresh("store")]);

export async function createOrganization(body: OrganizationInput): Promise<Organization> {
  const { data } = await unwrap(client.POST("/organization", { body }));
  await refreshAll();
  return data;
}

/** @throws {ApiError} ConflictEditException when it was changed after `updatedAt` */
export async function replaceOrganization(id: string, updatedAt: string, body: OrganizationInput) {
  await unwrap(client.PUT("/organization/{id}", { ...edition(id, updatedAt), body }));
  await refreshAll();
}

export async function archiveOrganization(id: string): Promise<void> {
  await unwrap(client.POST("/organization/{id}/archive", one(id)));
  await refreshAll();
}

/** Takes it back from the archive, or undoes its deletion. */
export async function restoreOrganization(id: string): Promise<void> {
  await unwrap(client.POST("/organization/{id}/restore", one(id)));
  await refreshAll();
}

/** Deletes it. Its own screen would find nothing any more: leave that first, then `refreshOrganizations`. */
export async function deleteOrganization(id: string): Promise<void> {
  await unwrap(client.DELETE("/organization/{id}", one(id)));
}

export const refreshOrganizations = refreshAll;

/** Where the contract is read and sent to. */
export const contractPath = (id: string) => `/organization/${id}/contract`;

export async function deleteContract(id: string): Promise<void> {
  await unwrap(client.DELETE("/organization/{id}/contract", one(id)));
  await refresh("organization");
}

/** Undoes the deletion of the contract. */
export async function restoreContract(id: string): Promise<void> {
  await unwrap(client.POST("/organization/{id}/contract/restore", one(id)));
  await refresh("organization");
}

/** @throws {ApiError} ConflictEditException when they were changed after `updatedAt` */
export async function replaceTerms(id: string, updatedAt: string, body: TermsInput): Promise<void> {
  await unwrap(client.PUT("/organization/{id}/terms", { ...edition(id, updatedAt), body }));
  await refresh("organization");
}

/** What the server would say of some fields, where the screen knows it before. */
export const refusal = (payload: { field: string; code: string; message: string }[]) =>
  new ApiError(400, { name: "BadRequestSchemaException", payload });

export const exportOrganizations = exportBy("/organization/export");

/** The first few that fit, for the command palette. */
export async function findOrganizations(search: string) {
  const query = { cursor: cursorOf({ take: 5, search }) };
  const { data } = await unwrap(client.GET("/organization", { params: { query } }));
  return data.map(({ id, name, identifierNumber }) => ({ id, label: name, hint: identifierNumber }));
}
