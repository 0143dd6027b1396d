import type { VariantRow } from "../products/api";
import { articleName } from "../products/names";
import type { BundleInput } from "./api";

/** A bundle as its form holds it. */
export interface BundleValues {
  storeId: string | null;
  sku: string;
  name: string;
  components: { variantId: string | null; quantity: string }[];
}

/** What a new bundle starts with: the prefix of every store bundle's SKU. */
export const NEW_BUNDLE: BundleValues = {
  storeId: null,
  sku: "CPSLSB-",
  name: "",
  components: [{ variantId: null, quantity: "1" }],
};

/** What the form holds, as the API takes it; the fields have seen to it that nothing is missing. */
export const toInput = (values: BundleValues, known: Map<string, VariantRow>): BundleInput => ({
  storeId: values.storeId ?? "",
  sku: values.sku,
  name: values.name,
  components: values.components.map(({ variantId, quantity }) => {
    const article = known.get(variantId ?? "");
    return {
      name: article ? articleName(article.name, article.title) : "",
      sku: article?.sku ?? "",
      quantity: Number(quantity),
      // An article that was made here and is not at a provider yet is known by our own id of it.
      externalVariantId: article?.providerId || (article?.id ?? ""),
    };
  }),
});
