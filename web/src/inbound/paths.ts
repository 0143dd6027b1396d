import { address } from "@comptoir/kit";

/** The screens of inbound shipments. */
export const inboundPaths = {
  list: address("inbound-shipment"),
  detail: address("inbound-shipment/:shipmentId"),
};
