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
