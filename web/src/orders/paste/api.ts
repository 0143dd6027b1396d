import { client, type Schemas, trackJobs, unwrap } from "@comptoir/kit";

export type PastedRow = Schemas["PastedOrderRow"];
export type PastedOrders = Schemas["PastedOrders"];
export type PastedColumn = Schemas["PastedColumn"];

/** What would come of rows, and what is wrong with them. */
export async function checkPaste(body: Schemas["PastedOrdersInput"]): Promise<PastedOrders> {
  const { data } = await unwrap(client.POST("/order/paste", { params: { query: { preview: true } }, body }));
  return data as PastedOrders;
}

/**
 * Makes the orders of rows that nothing is wrong with.
 *
 * @returns the job that does it
 */
export async function pasteOrders(body: Schemas["PastedOrdersInput"]): Promise<string> {
  const { data } = await unwrap(client.POST("/order/paste", { body }));
  const job = data as Schemas["Job"];
  trackJobs([job]);
  return job.id;
}
