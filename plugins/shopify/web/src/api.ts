import { refresh, sendPlugin, useGet, usePluginList } from "@comptoir/kit";
import type { Integration, Market, Owner, Webhook, Zone } from "./integration";

/** All of a list that a shop tells at once. */
const ALL = { take: 100, skip: 0, search: "", orderBy: [], filters: [] };

/** The stores of connections, by connection. */
export function useOwners(rows: Integration[]): Map<string, Owner> {
  const ids = rows.map(({ connector }) => connector).join(",");
  const { data } = useGet(ids === "" ? null : "/connector", { params: { query: { ids } } });
  return new Map(data?.map(({ id, ...owner }) => [id, owner]));
}

/** The shop's webhooks, as it has them now. */
export const useWebhooks = (connector: string) =>
  usePluginList<Webhook>(`/shopify/integration/${connector}/webhook`, ALL);

/** Where the shop sells. */
export const useMarkets = (connector: string) =>
  usePluginList<Market>(`/shopify/integration/${connector}/market`, ALL);

/** The zones and rates of the shop's default delivery profile. */
export const useZones = (connector: string) => usePluginList<Zone>(`/shopify/shipping-fee/${connector}`, ALL);

/** Lets the shop sell to these countries by the portal's market. */
export async function setMarkets(connector: string, countries: string[]) {
  await sendPlugin("PUT", `/shopify/integration/${connector}/market`, { countries });
  await refresh("shopify");
}

/** Takes away the rates that the portal set at the shop. */
export async function clearRates(connector: string) {
  await sendPlugin("DELETE", `/shopify/shipping-fee/${connector}`);
  await refresh("shopify");
}
