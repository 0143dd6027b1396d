import type { AuditProduct, AuditProductInput } from "./api";

/** A record as its form holds it. */
export interface ChartProductValues {
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

/** What the form holds, as the API takes it. */
export const toInput = (values: ChartProductValues): AuditProductInput => ({
  ...values,
  releasedOn: values.releasedOn || null,
  barcodes: values.barcodes.map(({ code }) => code),
});
