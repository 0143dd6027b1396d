import { ApiError, client, refresh, remember, type Schemas, unwrap, useGet, useList } from "@comptoir/kit";

export type AuditProduct = Schemas["AuditProduct"];
export type AuditProductInput = Schemas["AuditProductInput"];

const below = (id: string) => ({ params: { path: { id } } });
const one = (id: string, productId: string) => ({ params: { path: { id, productId } } });

export const useAuditProducts = (storeId: string, cursor: string) =>
  useList("/store/{id}/phonographic", cursor, { id: storeId });

export const useAuditProduct = (storeId: string, id: string) =>
  useGet("/store/{id}/phonographic/{productId}", one(storeId, id));

/** What another product of the store has already is told at its field. */
function atTaken(reason: unknown): never {
  if (!(reason instanceof ApiError) || reason.name !== "ConflictProductUniqueException") throw reason;
  const { status, name, message, requestId } = reason;
  const { field } = reason.payload as { field: string };
  const payload = [{ field, code: "unique", message }];
  throw new ApiError(status, { name, message, payload, requestId: requestId ?? undefined });
}

/** Adds a record to a store's audit. */
export async function createAuditProduct(storeId: string, body: AuditProductInput): Promise<AuditProduct> {
  const call = client.POST("/store/{id}/phonographic", { ...below(storeId), body });
  const { data } = await unwrap(call).catch(atTaken);
  await refresh("store");
  return data;
}

/** Changes a record, unless somebody else has done so since it was `read`. */
export async function saveAuditProduct(read: AuditProduct, body: AuditProductInput): Promise<AuditProduct> {
  const { path } = one(read.storeId, read.id).params;
  const params = { path, header: { "If-Match": read.updatedAt } };
  const call = client.PUT("/store/{id}/phonographic/{productId}", { params, body });
  const { data } = await unwrap(call).catch(atTaken);
  await remember("/store/{id}/phonographic/{productId}", one(read.storeId, read.id), data);
  void refresh("store");
  return data;
}

/** The record as it is now. */
export async function readAuditProduct(storeId: string, id: string): Promise<AuditProduct> {
  const path = "/store/{id}/phonographic/{productId}";
  const { data } = await unwrap(client.GET(path, one(storeId, id)));
  await remember(path, one(storeId, id), data);
  return data;
}

/** The record's page has to be left first: it would look for what is no longer there. */
export async function deleteAuditProduct({ storeId, id }: AuditProduct): Promise<void> {
  await unwrap(client.DELETE("/store/{id}/phonographic/{productId}", one(storeId, id)));
}

export async function restoreAuditProduct({ storeId, id }: AuditProduct): Promise<void> {
  await unwrap(client.POST("/store/{id}/phonographic/{productId}/restore", one(storeId, id)));
  await refresh("store");
}
