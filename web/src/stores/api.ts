import {
  atField,
  type BulkSelection,
  client,
  cursorOf,
  refresh,
  remember,
  type Schemas,
  type SettingsSchema,
  unwrap,
  useGet,
  useList,
} from "@comptoir/kit";
import { exportBy } from "../live/exports";

export type StoreRow = Schemas["StoreRow"];
export type Store = Schemas["Store"];
export type StoreInput = Schemas["StoreInput"];
export type Connector = Schemas["Connector"];
export type ConnectorRole = Schemas["ConnectorRole"];
/** A connection to be made; what the data are is its type's business, which the generated types do not know. */
export type ConnectorInput = Omit<Schemas["ConnectorInput"], "data"> & { data: Record<string, unknown> };
/** A plugin that stores can be connected to, and the form it asks for. */
export type ConnectorType = Omit<Schemas["ConnectorType"], "settings"> & { settings: SettingsSchema };
/** The stores a bulk call is about: some, or all that match a question. */
export type Chosen = BulkSelection<StoreRow>["body"];

const one = (id: string) => ({ params: { path: { id } } });

export const exportStores = exportBy("/store/export");

export const useStores = (cursor: string) => useList("/store", cursor);

export const useStore = (id: string) => useGet("/store/{id}", one(id));

/** @param id null asks for nothing */
export const useConnectors = (id: string | null) =>
  useGet(id === null ? null : "/store/{id}/connector", one(id ?? ""));

/** @param isWanted false asks for nothing, where one may not know */
export function useConnectorTypes(isWanted = true) {
  const { data, error, mutate } = useGet(isWanted ? "/connector/type" : null, {});
  return { types: data as ConnectorType[] | undefined, error, retry: () => void mutate() };
}

/** A name that is taken is told at its field. */
const atName = atField("ConflictStoreNameException", "name");

/** Makes a store. */
export async function createStore(body: StoreInput): Promise<Store> {
  const { data } = await unwrap(client.POST("/store", { body })).catch(atName);
  await refresh("store");
  return data;
}

/** Changes a store, unless somebody else has done so since it was `read`. */
export async function saveStore(read: Store, body: StoreInput): Promise<Store> {
  const params = { path: { id: read.id }, header: { "If-Match": read.updatedAt } };
  const { data } = await unwrap(client.PUT("/store/{id}", { params, body })).catch(atName);
  await remember("/store/{id}", one(read.id), data);
  void refresh("store");
  return data;
}

/** The store as it is now. */
export async function readStore(id: string): Promise<Store> {
  const { data } = await unwrap(client.GET("/store/{id}", one(id)));
  await remember("/store/{id}", one(id), data);
  return data;
}

export async function archiveStore(id: string): Promise<void> {
  await unwrap(client.POST("/store/{id}/archive", one(id)));
  await refresh("store");
}

/** Takes a store back from the archive, or from deletion. */
export async function restoreStore(id: string): Promise<void> {
  await unwrap(client.POST("/store/{id}/restore", one(id)));
  await refresh("store");
}

/** The store's page has to be left first: it would look for what is no longer there. */
export async function deleteStore(id: string): Promise<void> {
  await unwrap(client.DELETE("/store/{id}", one(id)));
}

/** Archives stores one after the other; those done before one is refused are told by `onProgress`. */
export async function archiveStores(ids: string[], onProgress: (done: string[]) => void): Promise<void> {
  const done: string[] = [];
  try {
    for (const id of ids) {
      await unwrap(client.POST("/store/{id}/archive", one(id)));
      done.push(id);
      onProgress([...done]);
    }
  } finally {
    await refresh("store");
  }
}

/** Takes stores back from the archive. */
export async function restoreStores(ids: string[]): Promise<void> {
  try {
    for (const id of ids) await unwrap(client.POST("/store/{id}/restore", one(id)));
  } finally {
    await refresh("store");
  }
}

/** The stores in use that a selection stands for, those out of sight too. */
export async function findActive({ body, rows }: BulkSelection<StoreRow>): Promise<string[]> {
  const found = "ids" in body ? [...rows] : [];
  let cursor = "ids" in body ? null : body.cursor;
  while (cursor !== null) {
    const query: { cursor: string } = { cursor };
    const { data, meta } = await unwrap(client.GET("/store", { params: { query } }));
    found.push(...data);
    cursor = meta.next;
  }
  return found.filter(({ archivedAt }) => archivedAt === null).map(({ id }) => id);
}

/** Connects a store, once the provider has accepted the settings. */
export async function connectStore(id: string, input: ConnectorInput): Promise<void> {
  const body = input as Schemas["ConnectorInput"];
  await unwrap(client.POST("/store/{id}/connector", { ...one(id), body }));
  await refresh("store");
}

const connection = (id: string, connectorId: string) => ({ params: { path: { id, connectorId } } });

/** Replaces some secrets of a connection, once the provider has accepted them. */
export async function replaceSecrets(
  id: string,
  connectorId: string,
  data: Record<string, unknown>,
): Promise<void> {
  const body = { data } as Schemas["ConnectorSecrets"];
  await unwrap(
    client.PUT("/store/{id}/connector/{connectorId}/secret", { ...connection(id, connectorId), body }),
  );
  await refresh("store");
}

export async function disconnectStore(id: string, connectorId: string): Promise<void> {
  await unwrap(client.DELETE("/store/{id}/connector/{connectorId}", connection(id, connectorId)));
  await refresh("store");
}

export async function reconnectStore(id: string, connectorId: string): Promise<void> {
  await unwrap(client.POST("/store/{id}/connector/{connectorId}/restore", connection(id, connectorId)));
  await refresh("store");
}

/** The organizations that fit a search. */
export function useOrganizationChoices(search: string) {
  const { page, isLoading } = useList("/organization", cursorOf({ take: 100, search }));
  const options = page?.rows.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  return { options, isLoading };
}

/** The first few that fit, for the command palette. */
export async function findStores(search: string) {
  const query = { cursor: cursorOf({ take: 5, search }) };
  const { data } = await unwrap(client.GET("/store", { params: { query } }));
  return data.map(({ id, name, organizations }) => ({
    id,
    label: name,
    hint: organizations.map((organization) => organization.name).join(", "),
  }));
}
