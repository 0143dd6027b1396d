import type { AuditProduct, AuditProductInput } from "./api";

/** A record as its form holds it. */
export interface ChartProductValues {
  /** The store's article that it is taken from; only the form's. */
  articleId: string | null;
  name: string;
  sku: string;
  barcode: string;
  format: AuditProduct["format"];
  artist: string;
  title: string;
  label: string;
  releasedOn: string;
  reportable: boolean;
  barcodes: { code: string }[];
}

export const NEW_PRODUCT: ChartProductValues = {
  articleId: null,
  name: "",
  sku: "",
  barcode: "",
  format: "vinyl",
  artist: "",
  title: "",
  label: "",
  releasedOn: "",
  reportable: true,
  barcodes: [],
};

/** A record's values, as its form begins from them. */
export const toValues = (product: AuditProduct): ChartProductValues => ({
  articleId: null,
  name: product.name,
  sku: product.sku,
  barcode: product.barcode,
  format: product.format,
  artist: product.artist,
  title: product.title,
  label: product.label,
  releasedOn: product.releasedOn ?? "",
  reportable: product.reportable,
  barcodes: product.barcodes.map((code) => ({ code })),
});

/**
 * The barcode that an article's EAN is: 13 digits as they are, the 12 of a UPC behind a zero; empty for what is none
 * (specification, document 1, section 5).
 */
export const barcodeOf = (ean: string) => {
  if (ean.length === 12) return `0${ean}`;
  return ean.length === 13 ? ean : "";
};

/** What the form holds, as the API takes it. */
export const toInput = ({ articleId: _, ...values }: ChartProductValues): AuditProductInput => ({
  ...values,
  releasedOn: values.releasedOn || null,
  barcodes: values.barcodes.map(({ code }) => code),
});
