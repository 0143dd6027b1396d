import { client, type Fetched, type Schemas, unwrap, useGet } from "@comptoir/kit";

/** The records of finance that files are attached to. */
type Path = "/finance/fee" | "/invoice";

/** The calls about what is attached to one kind of record. */
export interface RecordFiles {
  useFiles(id: string): Fetched<Schemas["File"][]>;
  /** Where new ones are sent to. */
  path(id: string): string;
  /** Reads again what is attached, and what the records' histories say of it. */
  refresh(): Promise<unknown>;
  remove(id: string, file: string): Promise<void>;
}

/** @param refresh reads the records again */
export function filesOf<P extends Path>(path: P, refresh: () => Promise<unknown>): RecordFiles {
  const all: `${Path}/{id}/attachment` = `${path}/{id}/attachment`;
  const one: `${Path}/{id}/attachment/{file}` = `${all}/{file}`;
  return {
    useFiles: (id) => useGet(all, { params: { path: { id } } }),
    path: (id) => `${path}/${id}/attachment`,
    refresh,
    remove: async (id, file) => {
      await unwrap(client.DELETE(one, { params: { path: { id, file } } }));
      await refresh();
    },
  };
}
