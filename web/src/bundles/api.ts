import { resource, type Schemas } from "@comptoir/kit";

export type BundleRow = Schemas["BundleRow"];
export type Bundle = Schemas["Bundle"];
export type BundleInput = Schemas["BundleInput"];

export const bundles = resource("/bundle", { refusals: { ConflictProductUniqueException: "sku" } });

/** For the command palette. */
export const findBundles = async (search: string) =>
  (await bundles.find(search)).map(({ id, sku, name }) => ({ id, label: name, hint: sku }));
