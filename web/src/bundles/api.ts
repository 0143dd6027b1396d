import { resource, type Schemas, useGet } from "@comptoir/kit";

export type BundleRow = Schemas["BundleRow"];
export type Bundle = Schemas["Bundle"];
export type BundleInput = Schemas["BundleInput"];

export const bundles = resource("/bundle", { refusals: { ConflictProductUniqueException: "sku" } });

/** What goes on around a bundle. */
export const useSurroundings = (id: string) => useGet("/bundle/{id}/around", { params: { path: { id } } });

/** How many of it the stock of its components allowed, bought this way. */
export const useStockDays = (id: string, variant: string) =>
  useGet("/bundle/{id}/stock", { params: { path: { id }, query: variant ? { variant } : {} } });

/** For the command palette. */
export const findBundles = async (search: string) =>
  (await bundles.find(search)).map(({ id, sku, name }) => ({ id, label: name, hint: sku }));
