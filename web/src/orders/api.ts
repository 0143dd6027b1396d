import { attempt, client, resource, type Schemas, trackJobs, unwrap, useGet } from "@comptoir/kit";

export type OrderRow = Schemas["OrderRow"];
export type Order = Schemas["Order"];
export type OrderInput = Schemas["OrderInput"];
export type OrderMapping = Schemas["OrderMapping"];
export type ManualOrder = Schemas["ManualOrder"];
export type OrderRecipient = Schemas["OrderRecipient"];
export type OrderArticles = Schemas["OrderArticles"];

/** An order that something did not happen to, and why. */
export interface RefusedOrder {
  id: string;
  /** Null: it is gone. */
  reference: string | null;
  message: string;
  /** Whether these are the provider's own words. */
  quoted: boolean;
}

/** What work on orders has brought. */
export interface WorkResult {
  /** So many it happened to. */
  done: number;
  refused: RefusedOrder[];
}

/** Saving one says whose it is and why it was made. */
export const orders = resource("/order");

/** What the list can be narrowed by beside what is the same of all orders. */
export const useOrderOptions = () => useGet("/order/options", {}).data;

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

/** Puts right whom an order goes to and where, unless somebody else changed it since it was read. */
export const correctAddress = (order: Order, recipient: OrderRecipient) =>
  resource("/order/{id}/address").save(order, recipient);

/** Puts right which articles an order holds, unless somebody else changed it since it was read. */
export const correctArticles = (order: Order, articles: OrderArticles) =>
  resource("/order/{id}/articles").save(order, articles);

/** Cancels an order that no provider has. */
export const cancelOrder = (id: string) => orders.post("cancel", id);

/** What else the customer of an order ordered. */
export const useOtherOrders = (id: string) => useGet("/order/{id}/others", { params: { path: { id } } });

/**
 * Has something happen to many orders.
 *
 * @returns the job that does it; its result is a `WorkResult`
 */
export async function workOrders(body: Schemas["OrderWorkInput"]): Promise<string> {
  const { data } = await unwrap(client.POST("/order/work", { body }));
  trackJobs([data]);
  return data.id;
}

/** For the command palette. */
export const findOrders = async (search: string) =>
  (await orders.find(search)).map(({ id, reference, customerName }) => ({
    id,
    label: reference,
    hint: customerName,
  }));
