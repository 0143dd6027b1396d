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
  price: { amount: string; currency: string };
  tariffNumber: string;
  originCountry: string;
  customsDescription: string;
  options: { name: string; value: string }[];
}

/** A T-shirt from Turkey, as most are (specification, document 2, section 9). */
export const NEW_PRODUCT: ProductValues = {
  sku: "",
  name: "",
  description: "",
  barcode: "",
  price: { amount: "", currency: "EUR" },
  tariffNumber: "6109.90.90",
  originCountry: "TR",
  customsDescription: "",
  options: [],
};

export const toValues = (product: ProductDetail): ProductValues => ({
  sku: product.sku,
  name: product.originalName,
  description: product.description,
  barcode: product.barcode,
  price: product.price ?? NEW_PRODUCT.price,
  tariffNumber: product.tariffNumber,
  originCountry: product.originCountry,
  customsDescription: product.customsDescription,
  options: product.options,
});

/** The body of POST and PUT. Without an amount there is no value. */
export const toBody = (values: ProductValues) => ({
  ...values,
  originCountry: values.originCountry ?? "",
  price: values.price.amount === "" ? null : values.price,
});
