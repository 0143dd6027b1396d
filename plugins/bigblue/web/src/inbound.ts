import { resource, type Schemas, type Tone } from "@comptoir/kit";

/** As the host announces them. */
export const shipments = resource("/inbound-shipment");

/** An inbound shipment in a list. */
export type Shipment = Schemas["InboundShipmentRow"];

/** An inbound shipment with its units. */
export type ShipmentDetail = Schemas["InboundShipment"];

/** Whose units of a shipment those are whose SKU fits an expression. */
export type Binding = Schemas["InboundBinding"];

/** Complete is success, offloading info, everything else new. */
export function toneOf(status: string): Tone {
  if (status === "COMPLETE") return "success";
  return status === "OFFLOADING" ? "info" : "new";
}
