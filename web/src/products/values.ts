import type { Product, ProductChange, ProductInput } from "./api";
import { variantTitle } from "./names";

/** A variant as the form holds it: numbers as they are typed. */
export interface VariantValues {
  sku: string;
  title: string;
  ean: string;
  price: string;
  weight: string;
  lengthMm: string;
  widthMm: string;
  heightMm: string;
  /** The plugin of the warehouse that tells weight and dimensions; null: they are typed here. */
  measuredBy: string | null;
}

/** A product as its form holds it. */
export interface ProductValues {
  storeId: string | null;
  name: string;
  description: string;
  /** Of one that is there: empty as long as its picture stays. */
  image: string;
  variants: VariantValues[];
}

/** What a new variant starts with: the prefix of every SKU. */
export const NEW_VARIANT: VariantValues = {
  sku: "CPSL-",
  title: "",
  ean: "",
  price: "",
  weight: "",
  lengthMm: "",
  widthMm: "",
  heightMm: "",
  measuredBy: null,
};

export const NEW_PRODUCT: ProductValues = {
  storeId: null,
  name: "",
  description: "",
  image: "",
  variants: [NEW_VARIANT],
};

/** What a new product starts with: what a page that leads to its form knows of it (`store`, `name`, `sku`, `price`). */
export function startOf(query: URLSearchParams): ProductValues {
  const sku = query.get("sku");
  const variant = sku ? { ...NEW_VARIANT, sku, price: query.get("price") ?? "" } : NEW_VARIANT;
  return { ...NEW_PRODUCT, storeId: query.get("store"), name: query.get("name") ?? "", variants: [variant] };
}

const counted = (typed: string) => (typed === "" ? null : Number(typed));

const typed = (count: number | null | undefined) =>
  count === null || count === undefined ? "" : String(count);

/** A product that is there. */
export const toValues = ({ store, name, description, variants }: Product): ProductValues => ({
  storeId: store.id,
  name,
  description,
  image: "",
  variants: variants.map((variant) => ({
    sku: variant.sku,
    title: variantTitle(variant.title),
    ean: variant.ean,
    price: variant.price ?? "",
    weight: typed(variant.weight),
    lengthMm: typed(variant.lengthMm),
    widthMm: typed(variant.widthMm),
    heightMm: typed(variant.heightMm),
    measuredBy: variant.measuredBy ?? null,
  })),
});

const toVariants = (variants: VariantValues[]): ProductInput["variants"] =>
  variants.map(({ price, weight, lengthMm, widthMm, heightMm, measuredBy: _, ...variant }) => ({
    ...variant,
    price: price === "" ? null : price,
    weight: counted(weight),
    lengthMm: counted(lengthMm),
    widthMm: counted(widthMm),
    heightMm: counted(heightMm),
  }));

/** What the form holds, as the API takes it; the fields have seen to it that nothing is missing. */
export const toInput = (values: ProductValues): ProductInput => ({
  ...values,
  storeId: values.storeId ?? "",
  variants: toVariants(values.variants),
});

/** The same of a product that is there, which stays with its store. */
export const toChange = ({ name, description, image, variants }: ProductValues): ProductChange => ({
  name,
  description,
  image: image === "" ? null : image,
  variants: toVariants(variants),
});
