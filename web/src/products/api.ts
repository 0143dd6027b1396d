import {
  atField,
  client,
  cursorOf,
  refresh,
  type Schemas,
  unwrap,
  uploadFile,
  useGet,
  useList,
} from "@comptoir/kit";
import { exportBy } from "../live/exports";

export type ProductRow = Schemas["ProductRow"];
export type Product = Schemas["Product"];
export type Variant = Schemas["Variant"];
export type VariantRow = Schemas["VariantRow"];
export type ProductInput = Schemas["ProductInput"];
export type ExportMode = Schemas["ExportMode"];

export const useProducts = (cursor: string) => useList("/product", cursor);

export const useProduct = (id: string) => useGet("/product/{id}", { params: { path: { id } } });

export const exportProducts = exportBy("/product/export");

/** Asks shops and fulfilment providers for their products and stock; a job each and connection. */
export async function synchronizeProducts() {
  return (await unwrap(client.POST("/product/synchronize", { body: {} }))).data.jobs;
}

/** Asks fulfilment providers for the weights that they measured; a job a connection. */
export async function synchronizeWeights(storeId?: string) {
  const params = { query: { storeId } };
  return (await unwrap(client.POST("/product/synchronize-weight", { params }))).data.jobs;
}

/** Makes a product. A SKU that is taken is told at the first variant. */
export async function createProduct(body: ProductInput): Promise<Product> {
  const atSku = atField("ConflictProductUniqueException", "variants[0].sku");
  const { data } = await unwrap(client.POST("/product", { body })).catch(atSku);
  await refresh("product");
  return data;
}

/** Uploads the picture of a product that is to be made; its id. */
export async function uploadPicture(file: File, onProgress: (part: number | null) => void): Promise<string> {
  return (await uploadFile<Schemas["File"]>("/file", "file", file, onProgress)).id;
}

/** Exports variants to the shop of their store: a job. */
export async function exportToShop(storeId: string, mode: ExportMode, variantIds: string[]) {
  const body = { storeId, mode, variantIds };
  return (await unwrap(client.POST("/product/export-to-shop", { body }))).data;
}

/** The stores that fit a search. */
export function useStoreChoices(search: string) {
  const { page, isLoading } = useList("/store", cursorOf({ take: 100, search }));
  return { options: page?.rows.map(({ id, name }) => ({ value: id, label: name })) ?? [], isLoading };
}

/** The articles of a store that fit a search; none before a store is chosen. */
export function useArticles(storeId: string | null, search: string) {
  const filters = [{ field: "storeId", values: [storeId ?? ""] }];
  const { page, isLoading } = useList(
    "/variant",
    cursorOf(storeId ? { take: 50, search, filters } : { take: 0 }),
  );
  return { articles: page?.rows ?? [], isLoading };
}

/** The first few that fit, for the command palette. */
export async function findProducts(search: string) {
  const query = { cursor: cursorOf({ take: 5, search }) };
  const { data } = await unwrap(client.GET("/product", { params: { query } }));
  return data.map(({ id, name, skus }) => ({ id, label: name, hint: skus.join(", ") }));
}
