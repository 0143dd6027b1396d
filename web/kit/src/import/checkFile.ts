import { frame } from "../frame/portal";
import type { CheckedFile, ImportColumn } from "./check";
import type { CheckMessage, CheckRequest } from "./check.worker";

/**
 * Checks a file beside the page, which stays alive meanwhile.
 *
 * @throws when the file cannot be read
 */
export function checkFile(
  file: File,
  columns: ImportColumn[],
  onProgress: (share: number) => void,
): Promise<CheckedFile> {
  if (frame.portal) return checkHere(file, columns, onProgress);
  const worker = new Worker(new URL("./check.worker.ts", import.meta.url), { type: "module" });
  return new Promise<CheckedFile>((resolve, reject) => {
    worker.addEventListener("message", ({ data }: MessageEvent<CheckMessage>) => {
      if ("share" in data) onProgress(data.share);
      else if ("checked" in data) resolve(data.checked);
      else reject(new Error(`${file.name} cannot be read`));
    });
    worker.addEventListener("error", () => reject(new Error(`${file.name} cannot be read`)));
    worker.postMessage({ file, columns } satisfies CheckRequest);
  }).finally(() => worker.terminate());
}

/** The same in the page, where it has no origin and may start no worker. */
async function checkHere(...[file, columns, onProgress]: Parameters<typeof checkFile>): Promise<CheckedFile> {
  const { checkCsv, decode } = await import("./check");
  return checkCsv(decode(new Uint8Array(await file.arrayBuffer())), columns, onProgress);
}
