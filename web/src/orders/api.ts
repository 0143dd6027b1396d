import { client, cursorOf, type Schemas, unwrap, useGet, useList } from "@comptoir/kit";
import { exportBy } from "../live/exports";

export type OrderRow = Schemas["OrderRow"];
export type Order = Schemas["Order"];

/** Drop-down lists take a hundred. */
const CHOICES = cursorOf({ take: 100 });

export const useOrders = (cursor: string) => useList("/order", cursor);

export const useOrder = (id: string) => useGet("/order/{id}", { params: { path: { id } } });

export const useOrderSummary = () => useGet("/order/summary", {});

/** The stores one may choose from. */
export const useStoreChoices = () => useList("/store", CHOICES).page?.rows ?? [];

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
