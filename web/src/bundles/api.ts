import { atField, client, cursorOf, refresh, type Schemas, unwrap, useList } from "@comptoir/kit";
import { exportBy } from "../live/exports";

export type BundleRow = Schemas["BundleRow"];
export type BundleInput = Schemas["BundleInput"];

export const useBundles = (cursor: string) => useList("/bundle", cursor);

export const exportBundles = exportBy("/bundle/export");

/** Makes a bundle of a store's own. A SKU that is taken is told at its field. */
export async function createBundle(body: BundleInput): Promise<void> {
  const atSku = atField("ConflictProductUniqueException", "sku");
  await unwrap(client.POST("/bundle", { body })).catch(atSku);
  await refresh("bundle");
}

export async function deleteBundle(id: string): Promise<void> {
  await unwrap(client.DELETE("/bundle/{id}", { params: { path: { id } } }));
  await refresh("bundle");
}

/** Undoes a deletion. */
export async function restoreBundle(id: string): Promise<void> {
  await unwrap(client.POST("/bundle/{id}/restore", { params: { path: { id } } }));
  await refresh("bundle");
}

/** The first few that fit, for the command palette: each leads to the list, which finds it by its SKU. */
export async function findBundles(search: string) {
  const query = { cursor: cursorOf({ take: 5, search }) };
  const { data } = await unwrap(client.GET("/bundle", { params: { query } }));
  return data.map(({ sku, name }) => ({ id: sku, label: name, hint: sku }));
}
