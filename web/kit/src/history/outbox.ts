import { createContext } from "react";
import type { NewNote } from "./api";

/** A note that the host does not have yet. */
export interface WaitingNote extends Pick<NewNote, "relationId" | "message"> {
  id: string;
  /** The names of its files. */
  files: string[];
  at: string;
  /** Why the host did not take it. */
  refusal?: string;
}

/** Where notes go that may have to wait for a network. */
export interface NoteOutbox {
  /** The oldest first. */
  waiting: WaitingNote[];
  /**
   * Writes a note on a record.
   *
   * @returns whether it is with the host; else it waits
   * @throws {ApiError} when the host refuses it
   */
  write(note: NewNote): Promise<boolean>;
}

/** Without one around it, a note goes to the host at once or not at all. */
export const NoteOutboxContext = createContext<NoteOutbox | null>(null);
