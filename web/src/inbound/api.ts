import { client, cursorOf, type Schemas, unwrap, useGet, useList, useRefreshed } from "@comptoir/kit";

export type InboundRow = Schemas["InboundShipmentRow"];
export type InboundShipment = Schemas["InboundShipment"];

/** What the provider told is announced under another name than the calls stand below. */
const RESOURCE = "inbound-shipment";

export function useInboundShipments(cursor: string) {
  const rows = useList("/bigblue/inbound-shipment", cursor);
  useRefreshed(RESOURCE, rows.retry);
  return rows;
}

export function useInboundShipment(id: string) {
  const shipment = useGet("/bigblue/inbound-shipment/{id}", { params: { path: { id } } });
  useRefreshed(RESOURCE, () => void shipment.mutate());
  return shipment;
}

/** What a shipment is called: its name, else the provider's id. */
export const titleOf = (shipment: Pick<InboundRow, "name" | "providerId">) =>
  shipment.name || shipment.providerId;

/** The first few that fit, for the command palette. */
export async function findInboundShipments(search: string) {
  const query = { cursor: cursorOf({ take: 5, search }) };
  const { data } = await unwrap(client.GET("/bigblue/inbound-shipment", { params: { query } }));
  return data.map((row) => ({ id: row.id, label: titleOf(row), hint: row.reference }));
}
