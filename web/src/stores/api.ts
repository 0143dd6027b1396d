import {
  type BulkSelection,
  client,
  resource,
  type Schemas,
  type SettingsSchema,
  unwrap,
  useGet,
} from "@comptoir/kit";

export type StoreRow = Schemas["StoreRow"];
export type Store = Schemas["Store"];
export type StoreInput = Schemas["StoreInput"];
export type Connector = Schemas["Connector"];
export type Setup = Schemas["StoreSetup"];
export type ConnectorRole = Schemas["ConnectorRole"];
/** A connection to be made; what the data are is its type's business, which the generated types do not know. */
export type ConnectorInput = Schemas["ConnectorInput"];
/** A plugin that stores can be connected to, and the form it asks for. */
export type ConnectorType = Omit<Schemas["ConnectorType"], "settings"> & { settings: SettingsSchema };
/** The stores a bulk call is about: some, or all that match a question. */
export type Chosen = BulkSelection<StoreRow>["body"];

export const stores = resource("/store", { refusals: { ConflictStoreNameException: "name" } });

/** The connections of a store. One is made and gets other secrets once its provider has accepted the settings. */
export const connectors = (storeId: string) =>
  resource("/store/{id}/connector", { key: "connectorId", within: { id: storeId } });

/** @param id null asks for nothing */
export const useConnectors = (id: string | null) =>
  useGet(id === null ? null : "/store/{id}/connector", { params: { path: { id: id ?? "" } } });

/** How often it is looked how far a synchronisation is. */
const LOOK_AGAIN_MS = 2_000;

/** How far a store is set up; while something is synchronized, again and again. */
export const useSetup = (id: string) =>
  useGet(
    "/store/{id}/setup",
    { params: { path: { id } } },
    {
      refreshInterval: (setup) =>
        setup?.connections?.some(({ synchronizing }) => synchronizing) ? LOOK_AGAIN_MS : 0,
    },
  );

/** Ends telling what a store lacks, or takes it up again. */
export async function dismissSetup(id: string, dismissed: boolean) {
  await unwrap(client.PUT("/store/{id}/setup", { params: { path: { id } }, body: { dismissed } }));
  await stores.refresh();
}

/** Asks for the orders of these connections, a job each. */
export async function synchronize(connectorIds: string[]) {
  const asked = connectorIds.map((connectorId) =>
    unwrap(client.POST("/order/synchronize", { body: { connectorId } })),
  );
  const jobs = (await Promise.all(asked)).flatMap(({ data }) => data.jobs);
  await stores.refresh();
  return jobs;
}

/** Asks the providers of a store for their events, a job a connection. */
export async function registerWebhooks(storeId: string) {
  const body = { type: "REGISTER" as const, ids: [storeId] };
  return (await unwrap(client.POST("/store/webhooks/enqueue", { body }))).data.jobs;
}

/** @param isWanted false asks for nothing, where one may not know */
export function useConnectorTypes(isWanted = true) {
  const { data, error, retry } = useGet(isWanted ? "/connector/type" : null, {});
  return { types: data as ConnectorType[] | undefined, error, retry };
}

/** One after the other; what is shown of them is read again once. */
async function each(verb: "archive" | "restore", ids: string[], onDone?: (id: string) => void) {
  try {
    for (const id of ids) {
      await unwrap(client.POST(`/store/{id}/${verb}`, { params: { path: { id } } }));
      onDone?.(id);
    }
  } finally {
    await stores.refresh();
  }
}

/** Archives stores; those done before one is refused are told by `onProgress`. */
export function archiveStores(ids: string[], onProgress: (done: string[]) => void): Promise<void> {
  const done: string[] = [];
  return each("archive", ids, (id) => {
    done.push(id);
    onProgress([...done]);
  });
}

/** Takes stores back from the archive. */
export const restoreStores = (ids: string[]) => each("restore", ids);

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

/** Replaces some secrets of a connection, once the provider has accepted them. */
export async function replaceSecrets(id: string, connectorId: string, data: Record<string, unknown>) {
  const body = { data } as Schemas["ConnectorSecrets"];
  const params = { path: { id, connectorId } };
  await unwrap(client.PUT("/store/{id}/connector/{connectorId}/secret", { params, body }));
  await stores.refresh();
}

/** For the command palette. */
export const findStores = async (search: string) =>
  (await stores.find(search)).map(({ id, name, organizations }) => ({
    id,
    label: name,
    hint: organizations.map((organization) => organization.name).join(", "),
  }));
