import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { confirm } from "../feedback/confirm";
import { toastFailure } from "../feedback/toast";
import classes from "./AttachmentList.module.css";
import { AttachmentRow } from "./AttachmentRow";
import { FileDrop } from "./FileDrop";
import { Preview } from "./Preview";
import { UploadRow } from "./UploadRow";
import { type OnProgress, useUploads } from "./useUploads";

/** One stored file. */
export interface Attachment {
  id: string;
  name: string;
  /** In bytes. */
  size: number;
  mediaType: string;
  createdAt: string;
  /** Who put it there. */
  author?: string;
}

interface AttachmentListProps {
  files: Attachment[];
  onDownload: (file: Attachment) => Promise<void> | void;
  /** Stores a file; without it none can be added. What it throws stands at the file. */
  onUpload?: (file: File, onProgress: OnProgress) => Promise<void>;
  /** Deletes a file, after asking; without it none can be deleted. */
  onDelete?: (file: Attachment) => Promise<void>;
  /** The content of an image or a PDF: a Blob, or an address that the browser may read. */
  preview?: (file: Attachment) => Promise<Blob | string>;
  /** What the drop zone is for: "Add files". */
  label?: string;
  /** Media types; see FILE_TYPES. */
  accept?: string[];
  /** In bytes. */
  maxSize?: number;
  hint?: string;
}

/** Files that belong to something: added, looked at, fetched and deleted. */
export function AttachmentList({ files, onUpload, onDelete, preview, ...props }: AttachmentListProps) {
  const { t } = useTranslation("kit");
  const { uploads, send, retry, dismiss } = useUploads(onUpload);
  const [shown, setShown] = useState<Attachment | null>(null);
  const list = useRef<HTMLDivElement>(null);

  const download = async (file: Attachment) => {
    try {
      await props.onDownload(file);
    } catch (reason) {
      toastFailure(t("files.downloadFailed", { name: file.name }), reason);
    }
  };
  const remove = async (file: Attachment) => {
    const question = {
      title: t("files.deleteTitle", { name: file.name }),
      text: t("files.deleteText"),
      confirm: t("files.deleteConfirm"),
    };
    if (!onDelete || !(await confirm({ ...question, destructive: true }))) return;
    try {
      await onDelete(file);
      // The button that had the focus goes with its row.
      list.current?.focus();
    } catch (reason) {
      toastFailure(t("files.deleteFailed", { name: file.name }), reason);
    }
  };
  return (
    <div className={classes.attachments} ref={list} tabIndex={-1}>
      {onUpload && (
        <FileDrop
          label={props.label ?? t("files.list")}
          hint={props.hint}
          accept={props.accept}
          maxSize={props.maxSize}
          multiple
          onFiles={send}
        />
      )}
      {files.length + uploads.length === 0 && <p className={classes.none}>{t("files.none")}</p>}
      {files.length + uploads.length > 0 && (
        <ul className={classes.list} aria-label={t("files.list")}>
          {uploads.map((upload) => (
            <UploadRow
              key={upload.key}
              upload={upload}
              onRetry={() => retry(upload)}
              onDismiss={() => dismiss(upload)}
            />
          ))}
          {files.map((file) => (
            <AttachmentRow
              key={file.id}
              file={file}
              onPreview={preview && (() => setShown(file))}
              onDownload={() => void download(file)}
              onDelete={onDelete && (() => void remove(file))}
            />
          ))}
        </ul>
      )}
      {preview && <Preview file={shown} load={preview} onClose={() => setShown(null)} />}
    </div>
  );
}
