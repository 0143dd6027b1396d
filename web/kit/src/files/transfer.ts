import { ApiError, errorOf } from "../api/error";
import { authorizedFetch, authorizedUpload } from "../api/session";
import { frame } from "../frame/portal";
import type { OnProgress } from "./useUploads";

const RELEASE_MS = 60_000;

const addressOf = (path: string) => `${location.origin}/api${path}`;

/** What came of a call, or the ApiError it deserves. */
async function answered(call: Promise<Response>): Promise<Response> {
  const response = await call.catch(() => {
    throw new ApiError(0);
  });
  if (!response.ok) throw errorOf(response, await response.json().catch(() => undefined));
  return response;
}

/**
 * Sends one file as multipart/form-data.
 *
 * @param path below `/api`: `/organization/{id}/contract`
 * @param field the name of the file's part
 * @param onProgress told how much has been sent, 0 to 1, or null where that is not known
 * @param fields what is sent beside it
 * @returns what the answer holds under `data`
 */
export async function uploadFile<T = unknown>(
  path: string,
  field: string,
  file: File,
  onProgress?: OnProgress,
  fields: Record<string, string> = {},
): Promise<T> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append(field, file);
  const response = await answered(authorizedUpload(addressOf(path), body, onProgress));
  onProgress?.(1);
  return ((await response.json().catch(() => undefined)) as { data: T } | undefined)?.data as T;
}

/** The content of a file. */
export async function fileBlob(path: string): Promise<Blob> {
  return (await answered(authorizedFetch(new Request(addressOf(path))))).blob();
}

/** Fetches a file and hands it to the browser to keep. */
export async function downloadFile(path: string, name: string): Promise<void> {
  saveFile(await fileBlob(path), name);
}

/** Hands content to the browser to keep under a name. */
export function saveFile(content: Blob, name: string): void {
  if (frame.portal) {
    frame.portal.save(content, name);
    return;
  }
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // Not at once: some browsers begin to read only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), RELEASE_MS);
}
