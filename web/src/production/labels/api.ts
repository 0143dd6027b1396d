import { browser, client, type Schemas, unwrap } from "@comptoir/kit";
import type { LabelValues } from "./values";

const of = (ids: string[]) => ({ productIds: ids.join(",") });

/** Has the browser download what was made. */
const open = ({ data }: Schemas["Data_Link"]) => browser.leaveTo(data.url);

/** The technical sheets of products. */
export const exportSheets = async (ids: string[]) =>
  open(await unwrap(client.GET("/project-products/export/template", { params: { query: of(ids) } })));

/** The labels of products, by what they are stuck on. */
export const printLabels = {
  products: async (ids: string[], { size, per }: LabelValues) => {
    const params = { query: { ...of(ids), size, per } };
    open(await unwrap(client.GET("/project-products/export/products-labels", { params })));
  },
  boxes: async (ids: string[], { size, piecesPerBox }: LabelValues) => {
    const params = { query: { ...of(ids), size, piecesPerBox: Number(piecesPerBox) } };
    open(await unwrap(client.GET("/project-products/export/boxs-labels", { params })));
  },
};

export type LabelKind = keyof typeof printLabels;
