import { resource, type Schemas } from "@comptoir/kit";

export type InboundRow = Schemas["InboundShipmentRow"];
export type InboundShipment = Schemas["InboundShipment"];

export const inboundShipments = resource("/inbound-shipment");

/** What a shipment is called: its name, else the provider's id. */
export const titleOf = (shipment: Pick<InboundRow, "name" | "providerRef">) =>
  shipment.name || shipment.providerRef;

/** Those that nothing came of yet. */
const AWAITED: ReadonlySet<string> = new Set(["DRAFT", "TRANSMITTED"]);

/** Whether a shipment is still to come: it is late once its day is over. */
export const isAwaited = ({ status }: Pick<InboundRow, "status">) => AWAITED.has(status);

/** For the command palette. */
export const findInboundShipments = async (search: string) =>
  (await inboundShipments.find(search)).map((row) => ({
    id: row.id,
    label: titleOf(row),
    hint: row.reference,
  }));
