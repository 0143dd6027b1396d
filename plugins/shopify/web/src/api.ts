import {
  client,
  cursorOf,
  type RecordSource,
  type RowOf,
  recordsOf,
  refresh,
  resource,
  type Schemas,
  setCached,
  trackJobOf,
  unwrap,
  useGet,
  useList,
  usePluginList,
} from "@comptoir/kit";
import { useEffect, useRef } from "react";

export type Carrier = Schemas["Carrier"];
export type Exception = Schemas["ShippingPrice"];
/** What the host does to a shop's shipping in the background. */
export type Deployment = Schemas["Deployment"];
export type ShopRatesDiff = Schemas["ShopRatesDiff"];
export type ZoneDiff = Schemas["ShopZoneDiff"];
/** A rate of a shop, as it is and as it is to be. */
export type RateDiff = Schemas["ShopRateDiff"];
export type DiffState = Schemas["ShopRateState"];
export type Integration = Schemas["shopify.Integration"];
export type Market = Schemas["shopify.Market"];
export type Rate = Schemas["shopify.Rate"];
export type Settings = Schemas["ShippingSettings"];
export type Zone = Schemas["shopify.Zone"];

/** All of a list that a shop tells at once. */
const ALL = { take: 100, skip: 0, search: "", orderBy: [], filters: [] };
/** As many as the host tells at once. */
const MOST = 500;
const POLL_MS = 2_000;

/** The shop's webhooks, as it has them now. */
export const useWebhooks = (connector: string) =>
  usePluginList("/shopify/integration/{connector}/webhook", ALL, { connector });

/** Where the shop sells. */
export const useMarkets = (connector: string) =>
  usePluginList("/shopify/integration/{connector}/market", ALL, { connector });

/** The zones of the shop's default delivery profile. */
export const useZones = (connector: string) =>
  usePluginList("/shopify/shipping-fee/{connector}", ALL, { connector });

/** The rates of one of them. */
export const useZoneRates = (connector: string, { place: { zone, group, after } }: Zone) =>
  useGet("/shopify/shipping-fee/{connector}/rate", {
    params: { path: { connector }, query: { zone, group, ...(after !== null && { after }) } },
  });

const stores = recordsOf("/store");

/** The stores that are connected to a shop. */
export const SHOPS: RecordSource<RowOf<"/store">> = {
  ...stores,
  search: async (text) => {
    const cursor = cursorOf({ take: MOST, search: text });
    const { data } = await unwrap(client.GET("/store", { params: { query: { cursor } } }));
    return data.filter(({ connectors }) => connectors.includes("shopify"));
  },
};

const at = (id: string) => ({ params: { path: { id } } });
const ofStore = (storeId: string) => ({ params: { query: { storeId } } });

/** The connection of a store to its shop; null where it has none. */
export function useConnection(store: string) {
  const { data, ...state } = useGet("/store/{id}/connector", at(store));
  return { ...state, data: data && (data.find(({ type }) => type === "shopify") ?? null) };
}

/** What people call a store. */
export const useStoreName = (store: string) =>
  useGet(store ? "/store/{id}" : null, at(store)).data?.name ?? "";

/** The carriers that there are. */
export const useCarriers = () => useList("/shipping/carrier", cursorOf({ take: MOST }));

/** What a store agreed on about its parcels. */
export const shippingSettings = resource("/store/{id}/shipping/settings");

/** What was agreed on with a store instead of the grid's prices. */
export const useExceptions = (store: string) =>
  useGet(store ? "/shipping/store/exceptions" : null, ofStore(store));

const keepExceptions = async (storeId: string, call: Promise<{ data: Schemas["Exceptions"] }>) => {
  const { data } = await call;
  await setCached("/shipping/store/exceptions", ofStore(storeId), data);
  return data.exceptions;
};

export const changeExceptions = (storeId: string, exceptions: Schemas["PriceChange"][]) =>
  keepExceptions(
    storeId,
    unwrap(client.POST("/shipping/store/exceptions", { body: { storeId, exceptions } })),
  );

/** Those that there are now: others may have changed them meanwhile. */
export const presentExceptions = (storeId: string) =>
  keepExceptions(storeId, unwrap(client.GET("/shipping/store/exceptions", ofStore(storeId))));

/**
 * What the shop has now beside what it would have.
 *
 * @param isAsked the shop is asked each time, which takes it a while
 */
export const useDiff = (storeId: string, carrierIds: string[], isAsked: boolean) =>
  useGet(
    isAsked ? "/shipping/store/diff" : null,
    { params: { query: { storeId, carrierIds: carrierIds.join(",") } } },
    { revalidateOnFocus: false, revalidateOnReconnect: false },
  );

/** The last deployments of a store, watched while one is under way; what the shop has is read again when one ends. */
export function useDeployments(storeId: string) {
  const deployments = useGet(storeId ? "/shipping/store/deployments" : null, ofStore(storeId), {
    refreshInterval: (latest) => (latest?.some(isPending) ? POLL_MS : 0),
  });
  const pending = deployments.data?.filter(isPending).length ?? 0;
  const before = useRef(pending);
  useEffect(() => {
    if (pending < before.current) void refresh("shopify");
    before.current = pending;
  }, [pending]);
  return deployments;
}

/** How far a deployment has come, as far as this person may know. */
export const useProgress = ({ jobId, state }: Deployment) =>
  useGet(jobId && state === "pending" ? "/job/{id}" : null, at(jobId ?? ""), { refreshInterval: POLL_MS })
    .data;

export const isPending = ({ state }: Deployment) => state === "pending";

/** What was begun stands among the deployments at once. */
async function begun(call: Promise<{ data: Deployment }>): Promise<Deployment> {
  const { data } = await call;
  if (data.jobId) trackJobOf("shopify.deployment", data.jobId);
  await refresh("shipping/store/deployments");
  return data;
}

/** Has the shop set the rates of these carriers. */
export const setRates = (storeId: string, carrierIds: string[]) =>
  begun(unwrap(client.POST("/shipping/store/set", { body: { storeId, carrierIds } })));

/** Takes away the rates that the portal set at the shop. */
export const clearRates = (storeId: string) =>
  begun(unwrap(client.POST("/shipping/store/clear", { body: { storeId } })));

/** Lets the shop sell to these countries by the portal's market. */
export const setMarkets = (storeId: string, countries: string[]) =>
  begun(unwrap(client.POST("/shipping/store/set/markets", { body: { storeId, countries } })));

/** Deploys once more what a deployment had set. */
export const deployAgain = (id: string) =>
  begun(unwrap(client.POST("/shipping/store/deployments/{id}/again", at(id))));
