import {
  client,
  cursorOf,
  type RecordSource,
  recordsOf,
  resource,
  type Schemas,
  unwrap,
  uploadFile,
  useGet,
} from "@comptoir/kit";
import { articleName } from "./names";

export type ProductRow = Schemas["ProductRow"];
export type Product = Schemas["Product"];
export type Variant = Schemas["Variant"];
export type VariantRow = Schemas["VariantRow"];
export type ProductInput = Schemas["ProductInput"];
export type ProductChange = Schemas["ProductChange"];
export type Surroundings = Schemas["ProductSurroundings"];
export type StockDay = Schemas["ProductStockDay"];
export type ExportMode = Schemas["ExportMode"];

/** Those of shops and fulfilment providers, and their stock, are what synchronizing asks for. */
export const products = resource("/product", {
  refusals: { ConflictProductUniqueException: "variants[0].sku" },
});

/** What goes on around a product. */
export const useSurroundings = (id: string) => useGet("/product/{id}/around", { params: { path: { id } } });

/** How the stock of one of its variants went. */
export const useStockDays = (id: string, sku: string) =>
  useGet("/product/{id}/stock", { params: { path: { id }, query: { sku } } });

/** Asks fulfilment providers for the weights that they measured; a job a connection. */
export async function synchronizeWeights(storeId?: string) {
  const params = { query: { storeId } };
  return (await unwrap(client.POST("/product/synchronize-weight", { params }))).data.jobs;
}

/** Uploads the picture that a product is to have; its id. */
export async function uploadPicture(file: File, onProgress: (part: number | null) => void): Promise<string> {
  return (await uploadFile<Schemas["File"]>("/file", "file", file, onProgress)).id;
}

/** Exports variants to the shop of their store: a job. */
export async function exportToShop(storeId: string, mode: ExportMode, variantIds: string[]) {
  const body = { storeId, mode, variantIds };
  return (await unwrap(client.POST("/product/export-to-shop", { body }))).data;
}

/** The articles of a store, as a form chooses them. */
export const articleRecords = (storeId: string, hint: (article: VariantRow) => string) =>
  recordsOf("/variant", {
    filters: [{ field: "storeId", values: [storeId] }],
    label: ({ name, title }) => articleName(name, title),
    hint,
    hasOne: false,
  });

type Article = Pick<VariantRow, "sku" | "name" | "title">;

/** Articles by their SKUs, each once: several stores may sell one. */
const articlesOf = async (query: Parameters<typeof cursorOf>[0]): Promise<Article[]> => {
  const params = { query: { cursor: cursorOf(query) } };
  const { data } = await unwrap(client.GET("/variant", { params }));
  return [...new Map(data.map((article) => [article.sku, article])).values()];
};

/** Articles as lists are narrowed by them. What nobody sells any more is called by its SKU. */
export const skuRecords: RecordSource<Article> = {
  key: ["/variant", "sku"],
  search: (search) => articlesOf({ take: 50, search }),
  find: async (skus) => {
    const found = await articlesOf({ take: 100, filters: [{ field: "sku", values: skus }] });
    return skus.map((sku) => found.find((article) => article.sku === sku) ?? { sku, name: sku, title: "" });
  },
  idOf: ({ sku }) => sku,
  label: ({ name, title, sku }) => (name === sku ? sku : `${articleName(name, title)} (${sku})`),
};

/** For the command palette. */
export const findProducts = async (search: string) =>
  (await products.find(search)).map(({ id, name, skus }) => ({ id, label: name, hint: skus.join(", ") }));
