import { type Schemas, useGet } from "@comptoir/kit";
import type { Asked } from "./values";

export type Margins = Schemas["ProviderMargins"];
export type MonthMargin = Schemas["ProviderMonthMargin"];
export type Figures = Schemas["ProviderMargin"];
export type Forecast = Schemas["ProviderForecast"];

/** What validated invoices that end on some days left to the company: of a store, or of all of them. */
export const useMargins = ({ from, to, storeId }: Asked) =>
  useGet("/fulfillment-invoice/margin", {
    params: { query: { startAt: from, endAt: to, ...(storeId && { storeId }) } },
  });
