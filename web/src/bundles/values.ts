import type { VariantRow } from "../products/api";
import { articleName } from "../products/names";
import type { Bundle, BundleInput } from "./api";

/** What the form keeps of an article once it is chosen. */
type Article = Pick<VariantRow, "id" | "name" | "title" | "sku" | "providerId" | "price" | "currency">;

/** A bundle as its form holds it. */
export interface BundleValues {
  storeId: string | null;
  sku: string;
  name: string;
  /** What is known of an article, once it is chosen, goes with it. */
  components: { variantId: string | null; article: Article | null; quantity: string }[];
}

export const NEW_COMPONENT: BundleValues["components"][number] = {
  variantId: null,
  article: null,
  quantity: "1",
};

/** What a new bundle starts with: the prefix of every store bundle's SKU. */
export const NEW_BUNDLE: BundleValues = {
  storeId: null,
  sku: "CPSLSB-",
  name: "",
  components: [NEW_COMPONENT],
};

/** A bundle that is there. What the store sells no more is known by its SKU. */
export const toValues = ({ store, sku, name, components }: Bundle): BundleValues => ({
  storeId: store.id,
  sku,
  name,
  components: components.map(({ variantId, externalVariantId, quantity, ...article }) => {
    const id = variantId ?? article.sku;
    const { name, sku, price, currency } = article;
    return {
      variantId: id,
      article: { id, name, title: "", sku, providerId: externalVariantId, price, currency },
      quantity: String(quantity),
    };
  }),
});

/** What the form holds, as the API takes it; the fields have seen to it that nothing is missing. */
export const toInput = (values: BundleValues): BundleInput => ({
  storeId: values.storeId ?? "",
  sku: values.sku,
  name: values.name,
  components: values.components.map(({ article, quantity }) => ({
    name: article ? articleName(article.name, article.title) : "",
    sku: article?.sku ?? "",
    quantity: Number(quantity),
    // An article that was made here and is not at a provider yet is known by our own id of it.
    externalVariantId: article?.providerId || (article?.id ?? ""),
  })),
});
