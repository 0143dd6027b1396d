import { client, refresh, type Schemas, unwrap, useGet } from "@comptoir/kit";

export type Explanation = Schemas["Explanation"];
export type Quotes = Schemas["Quotes"];
export type Quote = Schemas["Quote"];
export type QuotedCarrier = Schemas["QuotedCarrier"];
export type BillableWeight = Schemas["BillableWeight"];
export type StoreShippingPrices = Schemas["StoreShippingPrices"];
export type CarrierPrices = Schemas["CarrierPrices"];
export type StorePrice = Schemas["StorePrice"];
export type ShippingSettings = Schemas["ShippingSettings"];

/** A parcel of a store that an order would send. */
export interface Parcel {
  storeId: string;
  countryCode: string;
  /** `id:2,id:1` */
  articles: string;
}

/** What there is to choose from for a parcel. The last answer is shown until the next one is there. */
export const useOffers = (parcel: Parcel | null) =>
  useGet(
    parcel && "/shipping/available",
    { params: { query: parcel ?? { storeId: "", countryCode: "" } } },
    { keepPreviousData: true },
  );

/** All prices of a store, as they are today. */
export const useStorePrices = (id: string) =>
  useGet("/store/{id}/shipping/prices", { params: { path: { id } } });

/** Asks anew for what parcels cost. */
export const refreshQuotes = () => refresh("shipping");

/** What a store agreed on about its parcels. */
export const useShippingSettings = (id: string) =>
  useGet("/store/{id}/shipping/settings", { params: { path: { id } } });

/** Changes what a store agreed on; its own record tells of it too. */
export async function saveShippingSettings(id: string, body: ShippingSettings): Promise<void> {
  await unwrap(client.PUT("/store/{id}/shipping/settings", { params: { path: { id } }, body }));
  await refresh("store");
}
