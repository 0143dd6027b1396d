import { useTranslation } from "react-i18next";
import classes from "./Attachments.module.css";
import { FileDrop, type FileDropProps } from "./FileDrop";
import { UploadRow } from "./UploadRow";
import { type OnProgress, useUploads } from "./useUploads";

interface UploadDropProps
  extends Pick<FileDropProps, "label" | "hint" | "accept" | "maxSize" | "multiple" | "pastes"> {
  /** Stores a file. What it throws stands here, where it can be sent again. */
  upload: (file: File, onProgress: OnProgress) => Promise<unknown>;
}

/** A place to drop files on that sends them: each shows how far it is, or why it did not arrive. */
export function UploadDrop({ upload, ...props }: UploadDropProps) {
  const { t } = useTranslation("kit");
  const { uploads, send, retry, dismiss } = useUploads(upload, !props.multiple);
  return (
    <div className={classes.attachments}>
      {uploads.length > 0 && (
        <ul className={classes.list} aria-label={t("files.underWay")}>
          {uploads.map((sent) => (
            <UploadRow
              key={sent.key}
              upload={sent}
              onRetry={() => retry(sent)}
              onDismiss={() => dismiss(sent)}
            />
          ))}
        </ul>
      )}
      <FileDrop {...props} onFiles={send} />
    </div>
  );
}
