import { client, refresh, type Schemas, unwrap, useGet } from "@comptoir/kit";

export type News = Schemas["News"];

const of = (id: string) => ({ params: { path: { id } } });

/** What others did lately to what a factory makes, newest first. */
export const useNews = (factoryId: string) => useGet("/factories/{id}/news", of(factoryId));

/**
 * Says that the person here has seen what is new.
 *
 * @param until the time of the latest of it
 */
export async function seeNews(factoryId: string, until: string) {
  await unwrap(client.POST("/factories/{id}/news/seen", { ...of(factoryId), body: { until } }));
  await refresh("factories");
}
