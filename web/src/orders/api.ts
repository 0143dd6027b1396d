import { attempt, client, cursorOf, refresh, type Schemas, unwrap, useGet, useList } from "@comptoir/kit";
import { exportBy } from "../live/exports";
import { trackJobs } from "../live/jobs";

export type OrderRow = Schemas["OrderRow"];
export type Order = Schemas["Order"];
export type OrderInput = Schemas["OrderInput"];
export type OrderMapping = Schemas["OrderMapping"];
export type OrderMade = Schemas["OrderMade"];

/** Drop-down lists take a hundred. */
const CHOICES = cursorOf({ take: 100 });

export const useOrders = (cursor: string) => useList("/order", cursor);

export const useOrder = (id: string) => useGet("/order/{id}", { params: { path: { id } } });

export const useOrderSummary = () => useGet("/order/summary", {});

/** The stores one may choose from. */
export const useStoreChoices = () => useList("/store", CHOICES).page?.rows ?? [];

/** The shipping services that the provider of a store offers. */
export const useCarriers = (storeId: string) =>
  useGet("/store/{id}/carrier", { params: { path: { id: storeId } } });

/** What an order of a store costs; nothing is asked before a store is chosen. */
export const useSeedingCost = (storeId: string | null) =>
  useGet(storeId === null ? null : "/store/{id}", { params: { path: { id: storeId ?? "" } } }).data
    ?.seedingCost;

/** Makes an order, and shows the job that hands it over to the provider. */
export async function createOrder(body: OrderInput): Promise<Order> {
  const { data } = await unwrap(client.POST("/order", { body }));
  await refresh("order");
  const id = data.made?.jobId;
  if (!id) return data;
  // The order is made, whether its job can be shown or not.
  const job = await attempt(() => unwrap(client.GET("/job/{id}", { params: { path: { id } } })));
  if ("value" in job) trackJobs([job.value.data]);
  return data;
}

/** Hands an order over again: a job. */
export async function pushOrder(id: string): Promise<void> {
  trackJobs([(await unwrap(client.POST("/order/{id}/push", { params: { path: { id } } }))).data]);
  await refresh("order");
}

/** Says whose an order is and why it was made. */
export async function mapOrder(id: string, body: OrderMapping): Promise<void> {
  await unwrap(client.PUT("/order/{id}", { params: { path: { id } }, body }));
  await refresh("order");
}

/** Asks the providers for what is new; a job a connection. */
export const synchronizeOrders = async () =>
  (await unwrap(client.POST("/order/synchronize", { body: {} }))).data.jobs;

export const exportOrders = exportBy("/order/export");

/** The first few that fit, for the command palette. */
export async function findOrders(search: string) {
  const query = { cursor: cursorOf({ take: 5, search }) };
  const { data } = await unwrap(client.GET("/order", { params: { query } }));
  return data.map(({ id, reference, customerName }) => ({ id, label: reference, hint: customerName }));
}
