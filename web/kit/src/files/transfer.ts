import { ApiError, errorOf } from "../api/error";
import { authorizedFetch } from "../api/session";
import type { OnProgress } from "./useUploads";

const RELEASE_MS = 60_000;

async function call(path: string, init?: RequestInit): Promise<Response> {
  const response = await authorizedFetch(new Request(`${location.origin}/api${path}`, init)).catch(() => {
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
 * @param onProgress told null at once, as `fetch` cannot tell how much has been sent, and 1 at the end
 * @returns what the answer holds under `data`
 */
export async function uploadFile<T = unknown>(
  path: string,
  field: string,
  file: File,
  onProgress?: OnProgress,
): Promise<T> {
  const body = new FormData();
  body.append(field, file);
  onProgress?.(null);
  const response = await call(path, { method: "POST", body });
  onProgress?.(1);
  return ((await response.json().catch(() => undefined)) as { data: T } | undefined)?.data as T;
}

/** The content of a file. */
export const fileBlob = async (path: string): Promise<Blob> => (await call(path)).blob();

/** Fetches a file and hands it to the browser to keep. */
export async function downloadFile(path: string, name: string): Promise<void> {
  const address = URL.createObjectURL(await fileBlob(path));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // Not at once: some browsers begin to read only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), RELEASE_MS);
}
