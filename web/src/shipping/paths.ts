import { address } from "@comptoir/kit";

/** What shipping costs a store, as staff see it of an organization, and as its own people do; and the VAT on it. */
export const shippingPaths = {
  fees: address("organization/:organizationId/legal/store/:storeId/shipping-fees"),
  ownFees: address("legal/store/:storeId/shipping-fees"),
  vat: address("shipping/vat"),
};
