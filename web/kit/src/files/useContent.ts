import { use, useCallback } from "react";
import { ContentContext, type StoredFile } from "./stored";

/**
 * What gives a file's content or an address of it, the same function for the same file.
 *
 * @param load without it that of the portal's file with its id
 */
export function useContent<Of extends StoredFile>(file: Of, load?: (file: Of) => Promise<Blob | string>) {
  const stored = use(ContentContext);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a file, however often `load` is made anew
  return useCallback(() => (load ?? stored)(file), [file.id]);
}
