import { resource, type Schemas } from "@comptoir/kit";

export type AuditProduct = Schemas["AuditProduct"];
export type AuditProductInput = Schemas["AuditProductInput"];

/** The records of a store's audit. */
export const auditProducts = (storeId: string) =>
  resource("/store/{id}/phonographic", {
    key: "productId",
    within: { id: storeId },
    // The refusal says which of the fields another record of the store has already.
    refusals: { ConflictProductUniqueException: null },
  });
