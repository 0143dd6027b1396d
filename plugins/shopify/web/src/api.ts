import { client, refresh, type Schemas, unwrap, usePluginList } from "@comptoir/kit";

export type Integration = Schemas["shopify.Integration"];
export type Market = Schemas["shopify.Market"];
export type Rate = Schemas["shopify.Rate"];
export type Zone = Schemas["shopify.Zone"];

/** All of a list that a shop tells at once. */
const ALL = { take: 100, skip: 0, search: "", orderBy: [], filters: [] };

/** The shop's webhooks, as it has them now. */
export const useWebhooks = (connector: string) =>
  usePluginList("/shopify/integration/{connector}/webhook", ALL, { connector });

/** Where the shop sells. */
export const useMarkets = (connector: string) =>
  usePluginList("/shopify/integration/{connector}/market", ALL, { connector });

/** The zones and rates of the shop's default delivery profile. */
export const useZones = (connector: string) =>
  usePluginList("/shopify/shipping-fee/{connector}", ALL, { connector });

const of = (connector: string) => ({ params: { path: { connector } } });

/** Lets the shop sell to these countries by the portal's market. */
export async function setMarkets(connector: string, countries: string[]) {
  const body = { countries };
  await unwrap(client.PUT("/shopify/integration/{connector}/market", { ...of(connector), body }));
  await refresh("shopify");
}

/** Takes away the rates that the portal set at the shop. */
export async function clearRates(connector: string) {
  await unwrap(client.DELETE("/shopify/shipping-fee/{connector}", of(connector)));
  await refresh("shopify");
}
