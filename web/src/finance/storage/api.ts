import { client, resource, type Schemas, unwrap } from "@comptoir/kit";
import { refreshFinance } from "../api";

export type Measure = Schemas["StorageMeasure"];
export type MeasureInput = Schemas["MeasureInput"];
export type Charged = Schemas["StorageCharged"];
export type StorageRead = Schemas["StorageRead"];

const STORAGE = "/finance/storage";

export const measures = resource(STORAGE);

/** What is to be charged. */
export interface Asked {
  measures: MeasureInput[];
  /** They were read from a table. */
  imported: boolean;
}

/** What storage would bring; nothing is made. */
export const previewStorage = async (asked: Asked): Promise<Charged> =>
  (await unwrap(client.POST(STORAGE, { body: { ...asked, preview: true } }))).data;

/** Keeps the measures and makes their fees, a half-month of a store once. */
export async function chargeStorage(asked: Asked): Promise<Charged> {
  const { data } = await unwrap(client.POST(STORAGE, { body: { ...asked, preview: false } }));
  await refreshFinance();
  return data;
}

/** The measures in a table that somebody chose. */
export const readStorage = async (file: File): Promise<StorageRead> =>
  (await unwrap(client.POST(`${STORAGE}/read`, { body: { content: await file.text() } }))).data;
