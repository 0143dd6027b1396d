import { client, resource, type Schemas, unwrap, useGet } from "@comptoir/kit";

export type Note = Schemas["Log"];

/** The record whose history is told. */
export interface HistoryOf {
  /** What the API calls its kind: "order". */
  entity: string;
  id: string;
}

/** The latest hundred changes of a record, renewed when the record is. */
export const useHistory = ({ entity, id }: HistoryOf) =>
  useGet("/history", { params: { query: { entity, id } } });

/** The latest hundred notes on a record, newest first. */
export const useNotes = (relationId: string) => useGet("/logs", { params: { query: { relationId } } });

export const notes = resource("/logs");

/** Writes a note on a record. */
export async function addNote(relationId: string, message: string, files: File[]): Promise<void> {
  const form = new FormData();
  form.append("relationId", relationId);
  form.append("action", "message");
  form.append("data", JSON.stringify({ message }));
  for (const file of files) form.append("files", file, file.name);
  // The generated type describes the form's parts; a FormData is what is sent.
  await unwrap(client.POST("/logs", { body: form as never }));
  await notes.refresh();
}
