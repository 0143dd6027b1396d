import { resource, type Schemas } from "@comptoir/kit";

export type BundleRow = Schemas["BundleRow"];
export type BundleInput = Schemas["BundleInput"];

export const bundles = resource("/bundle", { refusals: { ConflictProductUniqueException: "sku" } });

/** For the command palette: each leads to the list, which finds it by its SKU. */
export const findBundles = async (search: string) =>
  (await bundles.find(search)).map(({ sku, name }) => ({ id: sku, label: name, hint: sku }));
