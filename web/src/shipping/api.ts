import { client, refresh, resource, type Schemas, setCached, unwrap, useGet } from "@comptoir/kit";

export type Explanation = Schemas["Explanation"];
export type Quotes = Schemas["Quotes"];
export type Quote = Schemas["Quote"];
export type QuotedCarrier = Schemas["QuotedCarrier"];
export type BillableWeight = Schemas["BillableWeight"];
export type StoreShippingPrices = Schemas["StoreShippingPrices"];
export type CarrierPrices = Schemas["CarrierPrices"];
export type StorePrice = Schemas["StorePrice"];
export type ShippingSettings = Schemas["ShippingSettings"];
export type StoreShippingSettings = Schemas["StoreShippingSettings"];
export type DestinationVat = Schemas["DestinationVat"];
export type Vat = Schemas["VatTable"];

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

/**
 * All prices of a store, as they are today; of one carrier alone where one is named.
 *
 * @throws {ApiError} at `carrierId`: there are too many for one answer
 */
export const useStorePrices = (id: string, carrierId: string | null) =>
  useGet("/store/{id}/shipping/prices", {
    params: { path: { id }, query: carrierId === null ? {} : { carrierId } },
  });

/** The carriers that a store has prices of. */
export const useStoreCarriers = (id: string) =>
  useGet("/store/{id}/shipping/carriers", { params: { path: { id } } });

/** Asks anew for what parcels cost. */
export const refreshQuotes = () => refresh("shipping");

/** What a store agreed on about its parcels; its own record tells of it too. */
export const shippingSettings = resource("/store/{id}/shipping/settings");

const VAT = "/shipping/vat";

/** The VAT that consumers pay on shipping, by country. */
export const useDestinationVat = () => useGet(VAT, {});

/** The same as it is now, shown wherever it is shown. */
export async function readDestinationVat(): Promise<Vat> {
  const { data } = await unwrap(client.GET(VAT));
  await setCached(VAT, {}, data);
  return data;
}

/**
 * Replaces the VAT of all countries, which the prices of stores follow.
 *
 * @param read what the change was made of
 * @throws {ApiError} ConflictEditException when it was changed meanwhile
 */
export async function saveDestinationVat({ updatedAt }: Vat, rates: DestinationVat[]): Promise<Vat> {
  const params = { header: { "If-Match": updatedAt } };
  const { data } = await unwrap(client.PUT(VAT, { params, body: { rates } }));
  await setCached(VAT, {}, data);
  void refresh("shipping/available");
  void refresh("store");
  return data;
}
