import { client, refresh, type Schemas, unwrap, useGet, useRefreshed } from "@comptoir/kit";

export type Note = Schemas["Log"];

/** The record whose history is told. */
export interface HistoryOf {
  entity:
    | "bundle"
    | "inbound-shipment"
    | "order"
    | "organization"
    | "phonographic"
    | "product"
    | "store"
    | "ticket"
    | "user";
  id: string;
}

/** The latest hundred changes of a record, renewed when the record is. */
export function useHistory({ entity, id }: HistoryOf) {
  const answer = useGet("/history", { params: { query: { entity, id } } });
  useRefreshed(entity, () => void answer.mutate());
  return answer;
}

/** The latest hundred notes on a record, newest first. */
export const useNotes = (relationId: string) => useGet("/logs", { params: { query: { relationId } } });

/** Writes a note on a record. */
export async function addNote(relationId: string, message: string, files: File[]): Promise<void> {
  const form = new FormData();
  form.append("relationId", relationId);
  form.append("action", "message");
  form.append("data", JSON.stringify({ message }));
  for (const file of files) form.append("files", file, file.name);
  // The generated type describes the form's parts; a FormData is what is sent.
  await unwrap(client.POST("/logs", { body: form as never }));
  await refresh("logs");
}

export async function deleteNote(id: string): Promise<void> {
  await unwrap(client.DELETE("/logs/{id}", { params: { path: { id } } }));
  await refresh("logs");
}

/** Undoes the deletion of a note. */
export async function restoreNote(id: string): Promise<void> {
  await unwrap(client.POST("/logs/{id}/restore", { params: { path: { id } } }));
  await refresh("logs");
}
