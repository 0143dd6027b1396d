import { client, type Schemas, unwrap } from "../api/client";
import { useGet } from "../api/hooks";
import { resource } from "../api/resource";

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

/** A note as it is written. */
export interface NewNote {
  /** The record it is about. */
  relationId: string;
  message: string;
  /** The ids of those whom the message mentions. */
  mentions: string[];
  files: File[];
}

/**
 * Writes a note on a record.
 *
 * @param fetch how it is sent, where it may have waited
 */
export async function addNote(
  { relationId, message, mentions, files }: NewNote,
  fetch?: (request: Request) => Promise<Response>,
): Promise<void> {
  const form = new FormData();
  form.append("relationId", relationId);
  form.append("action", "message");
  form.append("data", JSON.stringify({ message, mentions }));
  for (const file of files) form.append("files", file, file.name);
  // The generated type describes the form's parts; a FormData is what is sent.
  await unwrap(client.POST("/logs", { body: form as never, fetch }));
  await notes.refresh();
}
