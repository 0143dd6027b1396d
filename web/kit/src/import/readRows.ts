import type { CheckedFile, ImportColumn, ReadRow } from "./check";

/** A file that was read against its columns. */
export interface ReadFile extends CheckedFile {
  /** Those that nothing is wrong with by themselves. */
  read: ReadRow[];
}

/** Reads a file that spreadsheets save, or what was copied out of one, for a host that takes its rows. */
export async function readRows(file: File, columns: ImportColumn[]): Promise<ReadFile> {
  const { checkCsv, decode } = await import("./check");
  const read: ReadRow[] = [];
  const text = decode(new Uint8Array(await file.arrayBuffer()));
  const checked = checkCsv(text, columns, undefined, (row) => read.push(row));
  return { ...checked, read };
}
