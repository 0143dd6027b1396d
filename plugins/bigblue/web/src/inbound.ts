import type { Tone } from "@comptoir/kit";

/** An inbound shipment as `GET /api/bigblue/inbound-shipment` tells it. */
export interface Shipment {
  id: string;
  providerId: string;
  name: string;
  reference: string;
  carrier: string;
  warehouse: string;
  status: string;
  organizations: { id: string; name: string }[];
  expectedUnits: number;
  offloadedUnits: number;
  damagedUnits: number;
  /** In percent, at most 100. */
  progress: number;
  expectedAt: string | null;
  updatedAt: string;
}

/** One SKU of a shipment. */
export interface Unit {
  id: string;
  sku: string;
  name: string | null;
  expectedQuantity: number;
  offloadedQuantity: number;
  damagedQuantity: number;
}

/** The same with its units. */
export interface ShipmentDetail extends Shipment {
  units: Unit[];
}

/** Whose units of a shipment those are whose SKU fits an expression. */
export interface Binding {
  id: string;
  shipmentId: string;
  organizationId: string;
  organizationName: string;
  expression: string;
  units: number;
  quantity: number;
  updatedAt: string;
}

/** Complete is success, offloading info, everything else new. */
export function toneOf(status: string): Tone {
  if (status === "COMPLETE") return "success";
  return status === "OFFLOADING" ? "info" : "new";
}
