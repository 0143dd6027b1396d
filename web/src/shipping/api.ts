import { ApiError, client, refresh, type Schemas, setCached, unwrap, useGet } from "@comptoir/kit";

export type Explanation = Schemas["Explanation"];
export type Quotes = Schemas["Quotes"];
export type Quote = Schemas["Quote"];
export type QuotedCarrier = Schemas["QuotedCarrier"];
export type BillableWeight = Schemas["BillableWeight"];
export type StoreShippingPrices = Schemas["StoreShippingPrices"];
export type CarrierPrices = Schemas["CarrierPrices"];
export type StorePrice = Schemas["StorePrice"];
export type ShippingSettings = Schemas["ShippingSettings"];
export type DestinationVat = Schemas["DestinationVat"];

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

/** What a store agreed on about its parcels. */
export const useShippingSettings = (id: string) =>
  useGet("/store/{id}/shipping/settings", { params: { path: { id } } });

/** Changes what a store agreed on; its own record tells of it too. */
export async function saveShippingSettings(id: string, body: ShippingSettings): Promise<void> {
  await unwrap(client.PUT("/store/{id}/shipping/settings", { params: { path: { id } }, body }));
  await refresh("store");
}

const VAT = "/shipping/vat";

/** The VAT that consumers pay on shipping, by country. */
export const useDestinationVat = () => useGet(VAT, {});

/** The same as it is now, shown wherever it is shown. */
export async function readDestinationVat(): Promise<DestinationVat[]> {
  const { data } = await unwrap(client.GET(VAT));
  await setCached(VAT, {}, data);
  return data;
}

/** Country and percent, however many digits they are written with. */
const meaningOf = (rates: DestinationVat[]) =>
  JSON.stringify(rates.map(({ countryCode, percent }) => [countryCode, Number(percent)]));

/**
 * Replaces the VAT of all countries, which the prices of stores follow.
 *
 * @param read what the change was made of. The API takes no `If-Match` here: that nobody was faster is looked at before.
 * @throws {ApiError} ConflictEditException when it was changed meanwhile
 */
export async function saveDestinationVat(read: DestinationVat[], rates: DestinationVat[]) {
  const { data: now } = await unwrap(client.GET(VAT));
  if (meaningOf(now) !== meaningOf(read)) throw new ApiError(409, { name: "ConflictEditException" });
  const { data } = await unwrap(client.PUT(VAT, { body: { rates } }));
  await setCached(VAT, {}, data);
  void refresh("shipping/available");
  void refresh("store");
  return data;
}
