import type { ProductInput } from "./api";

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
}

/** A product as its form holds it. */
export interface ProductValues {
  storeId: string | null;
  name: string;
  description: string;
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
};

export const NEW_PRODUCT: ProductValues = {
  storeId: null,
  name: "",
  description: "",
  image: "",
  variants: [NEW_VARIANT],
};

const counted = (typed: string) => (typed === "" ? null : Number(typed));

/** What the form holds, as the API takes it; the fields have seen to it that nothing is missing. */
export const toInput = (values: ProductValues): ProductInput => ({
  ...values,
  storeId: values.storeId ?? "",
  variants: values.variants.map(({ price, weight, lengthMm, widthMm, heightMm, ...variant }) => ({
    ...variant,
    price: price === "" ? null : price,
    weight: counted(weight),
    lengthMm: counted(lengthMm),
    widthMm: counted(widthMm),
    heightMm: counted(heightMm),
  })),
});
