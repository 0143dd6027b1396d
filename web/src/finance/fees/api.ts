import { client, cursorOf, type Filter, resource, type Schemas, unwrap, useGet } from "@comptoir/kit";

export type Fee = Schemas["Fee"];
export type FeeInput = Schemas["FeeInput"];
export type FeeCategory = Schemas["FeeCategory"];
export type FeeFile = Schemas["File"];

/** Their histories are told as those of a `fee`. */
export const fees = resource("/finance/fee", { also: ["fee"] });

const NEWEST = { field: "initiatedAt", direction: "desc" } as const;

/** What a list of fees is asked for those that one record brought about. */
export const broughtBy = (causeId: string) => ({
  filters: [{ field: "causeId", values: [causeId] }] satisfies Filter[],
  orderBy: [NEWEST],
});

/** The newest fees that one record brought about: a recurring charge, an order, a ticket. */
export const useFeesOf = (causeId: string, take: number) =>
  fees.useList(cursorOf({ take, ...broughtBy(causeId) }));

const FILES = "/finance/fee/{id}/attachment";

/** Where what is attached to a fee is sent to. */
export const filesPath = (id: string) => `/finance/fee/${id}/attachment`;

/** What is attached to a fee. Staff only. */
export const useFeeFiles = (id: string) => useGet(FILES, { params: { path: { id } } });

/** Reads again what is attached to fees, and what their histories say of it. */
export const refreshFiles = () => fees.refresh();

/** Removes one of the files of a fee. */
export async function removeFile(id: string, file: string): Promise<void> {
  await unwrap(client.DELETE(`${FILES}/{file}`, { params: { path: { id, file } } }));
  await refreshFiles();
}

/** For the command palette. */
export const findFees = async (search: string) =>
  (await fees.find(search)).map(({ id, type, description, store }) => ({
    id,
    label: type,
    hint: [store.name, description].join(" · "),
  }));
