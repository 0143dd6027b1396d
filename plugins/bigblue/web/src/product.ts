/** A product as `GET /api/bigblue/product` tells it. Texts that Bigblue does not have are empty, numbers null. */
export interface Product {
  /** The connection that it belongs to. */
  connector: string;
  sku: string;
  name: string;
  barcode: string;
  /** The customs value: exact decimal, ISO 4217. */
  price: { amount: string; currency: string } | null;
  weightGrams: number | null;
  dimensions: { lengthMm: number; widthMm: number; heightMm: number } | null;
  /** Pieces, over all warehouses. */
  stock: { available: number; inWarehouse: number; reserved: number };
}

/** What stands beside the rows. */
export interface ProductMeta {
  /** When Bigblue was asked, RFC 3339. */
  asOf: string;
  /** Connections that could not be asked; their products are missing. */
  failed: { connector: string; message: string }[];
}

/** A product as `GET /api/bigblue/product/{sku}` tells it. */
export interface ProductDetail extends Product {
  /** The name that is not a translation: what the form changes. */
  originalName: string;
  description: string;
  tariffNumber: string;
  originCountry: string;
  customsDescription: string;
  options: { name: string; value: string }[];
}

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

export const NEW_PRODUCT: ProductValues = {
  sku: "",
  name: "",
  description: "",
  barcode: "",
  price: { amount: "", currency: "EUR" },
  tariffNumber: "",
  originCountry: "",
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
