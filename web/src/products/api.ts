import { client, cursorOf, resource, type Schemas, unwrap, uploadFile, useList } from "@comptoir/kit";

export type ProductRow = Schemas["ProductRow"];
export type Product = Schemas["Product"];
export type Variant = Schemas["Variant"];
export type VariantRow = Schemas["VariantRow"];
export type ProductInput = Schemas["ProductInput"];
export type ExportMode = Schemas["ExportMode"];

/** Those of shops and fulfilment providers, and their stock, are what synchronizing asks for. */
export const products = resource("/product", {
  refusals: { ConflictProductUniqueException: "variants[0].sku" },
});

/** Asks fulfilment providers for the weights that they measured; a job a connection. */
export async function synchronizeWeights(storeId?: string) {
  const params = { query: { storeId } };
  return (await unwrap(client.POST("/product/synchronize-weight", { params }))).data.jobs;
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

/** For the command palette. */
export const findProducts = async (search: string) =>
  (await products.find(search)).map(({ id, name, skus }) => ({ id, label: name, hint: skus.join(", ") }));
