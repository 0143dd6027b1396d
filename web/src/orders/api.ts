import { attempt, client, resource, type Schemas, trackJobs, unwrap, useGet } from "@comptoir/kit";

export type OrderRow = Schemas["OrderRow"];
export type Order = Schemas["Order"];
export type OrderInput = Schemas["OrderInput"];
export type OrderMapping = Schemas["OrderMapping"];
export type ManualOrder = Schemas["ManualOrder"];

/** Saving one says whose it is and why it was made. */
export const orders = resource("/order");

export const useOrderSummary = () => useGet("/order/summary", {});

/** What an order of a store costs; nothing is asked before a store is chosen. */
export const useSeedingCost = (storeId: string | null) =>
  useGet(storeId === null ? null : "/store/{id}", { params: { path: { id: storeId ?? "" } } }).data
    ?.seedingCost;

/** Makes an order, and shows the job that hands it over to the provider. */
export async function createOrder(body: OrderInput): Promise<Order> {
  const order = await orders.create(body);
  const id = order.manual?.jobId;
  if (!id) return order;
  // The order is made, whether its job can be shown or not.
  const job = await attempt(() => unwrap(client.GET("/job/{id}", { params: { path: { id } } })));
  if ("value" in job) trackJobs([job.value.data]);
  return order;
}

/** Hands an order over again: a job. */
export const pushOrder = async (id: string) => trackJobs([await orders.post("push", id)]);

/** For the command palette. */
export const findOrders = async (search: string) =>
  (await orders.find(search)).map(({ id, reference, customerName }) => ({
    id,
    label: reference,
    hint: customerName,
  }));
