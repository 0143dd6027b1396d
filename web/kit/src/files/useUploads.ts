import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { toApiError } from "../api/error";

/** Told how much has been sent, 0 to 1; null when nobody knows. */
export type OnProgress = (share: number | null) => void;

/** A file on its way. */
export interface Upload {
  key: number;
  file: File;
  progress: number | null;
  /** Why it did not arrive; null while it is under way. */
  error: string | null;
}

/**
 * The files that are being sent, each by itself. One that arrived is gone from here.
 *
 * @param single the next one takes the place of one that did not arrive
 */
export function useUploads(
  onUpload?: (file: File, onProgress: OnProgress) => Promise<unknown>,
  single = false,
) {
  const { t } = useTranslation("kit");
  const [uploads, setUploads] = useState<Upload[]>([]);
  const count = useRef(0);

  const change = (key: number, to: Partial<Upload>) =>
    setUploads((all) => all.map((each) => (each.key === key ? { ...each, ...to } : each)));
  const drop = (key: number) => setUploads((all) => all.filter((each) => each.key !== key));

  const run = async ({ key, file }: Upload) => {
    try {
      await onUpload?.(file, (progress) => change(key, { progress }));
      drop(key);
    } catch (reason) {
      const { kind, message, fields } = toApiError(reason);
      const why = fields[0]?.message || message;
      change(key, { error: kind === "offline" ? t("error.offline.title") : why || t("error.unknown.title") });
    }
  };
  return {
    uploads,
    send(files: File[]) {
      const added = files.map((file) => ({ key: ++count.current, file, progress: null, error: null }));
      setUploads((all) => [...all.filter(({ error }) => !single || error === null), ...added]);
      for (const upload of added) void run(upload);
    },
    retry(upload: Upload) {
      change(upload.key, { error: null, progress: null });
      void run(upload);
    },
    dismiss: (upload: Upload) => drop(upload.key),
  };
}
