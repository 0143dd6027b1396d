import { type CheckedFile, checkCsv, decode, type ImportColumn } from "./check";

/** What the page asks, and what it is told until the check is done. */
export interface CheckRequest {
  file: File;
  columns: ImportColumn[];
}
export type CheckMessage = { share: number } | { checked: CheckedFile } | { unreadable: true };

const tell = (message: CheckMessage) => postMessage(message);

addEventListener("message", async ({ data: { file, columns } }: MessageEvent<CheckRequest>) => {
  try {
    const text = decode(new Uint8Array(await file.arrayBuffer()));
    tell({ checked: checkCsv(text, columns, (share) => tell({ share })) });
  } catch {
    tell({ unreadable: true });
  }
});
