import { resource, type Schemas } from "@comptoir/kit";

export type Product = Schemas["bigblue.Product"];
export type ProductDetail = Schemas["bigblue.ProductDetail"];

export const products = resource("/bigblue/product", { key: "sku" });

/** What the form holds. */
export interface ProductValues {
  sku: string;
  name: string;
  description: string;
  barcode: string;
  price: string;
  currency: string;
  hsTariffCode: string;
  countryOfOrigin: string | null;
  customsDescription: string;
  options: { name: string; value: string }[];
}

/** Where most products are made, in the order of the specification (document 1, section 3). */
export const ORIGINS = ["FR", "TR", "CN", "PT", "IN", "PK", "BD"] as const;

/** A T-shirt from Turkey, as most are (specification, document 2, section 9). */
export const NEW_PRODUCT: ProductValues = {
  sku: "",
  name: "",
  description: "",
  barcode: "",
  price: "",
  currency: "EUR",
  hsTariffCode: "6109.90.90",
  countryOfOrigin: "TR",
  customsDescription: "",
  options: [],
};

export const toValues = (product: ProductDetail): ProductValues => ({
  sku: product.sku,
  name: product.originalName,
  description: product.description,
  barcode: product.barcode,
  price: product.price ?? "",
  currency: product.currency || NEW_PRODUCT.currency,
  hsTariffCode: product.hsTariffCode,
  countryOfOrigin: product.countryOfOrigin,
  customsDescription: product.customsDescription,
  options: product.options,
});

/** The body of POST and PUT. Without an amount there is no value. */
export const toBody = (values: ProductValues) => ({
  ...values,
  countryOfOrigin: values.countryOfOrigin ?? "",
  price: values.price === "" ? null : values.price,
});
