import { lazy, type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { act } from "../feedback/act";
import { Fetching } from "../layout/Fetching";
import { Quiet } from "../layout/parts";
import { AttachmentRow } from "./AttachmentRow";
import classes from "./Attachments.module.css";
import type { FileActs } from "./FileActions";
import board from "./FileBoard.module.css";
import { FileDrop } from "./FileDrop";
import { isViewable } from "./fileTypes";
import { RenameWindow } from "./RenameWindow";
import { downloadStored } from "./stored";
import { saveFile } from "./transfer";
import { UploadRow } from "./UploadRow";
import { type OnProgress, useUploads } from "./useUploads";

const FileBoard = lazy(() => import("./FileBoard"));
const Viewer = lazy(() => import("./Viewer"));

/** One stored file. */
export interface Attachment {
  id: string;
  name: string;
  /** In bytes. */
  size: number;
  mediaType: string;
  createdAt: string;
  /** Who put it there. */
  author?: string | null;
}

export interface AttachmentsProps {
  files: Attachment[];
  /** A board shows how they look; files are dropped anywhere on it. */
  layout?: "list" | "board";
  /** Stores a file; without it none can be added. What it throws stands at the file, which can be sent again. */
  upload?: (file: File, onProgress: OnProgress) => Promise<unknown>;
  /** Without it none can be removed. */
  remove?: (file: Attachment) => Promise<unknown>;
  /** Takes a removal back; without it there is a question before, and no way back. */
  restore?: (file: Attachment) => Promise<unknown>;
  /** Without it names stay. */
  rename?: (file: Attachment, name: string) => Promise<unknown>;
  /** A file's content; without it that of the portal's file with its id. */
  content?: (file: Attachment) => Promise<Blob>;
  /** What the place for files is called: "Signed contract". */
  label?: string;
  /** Which files are taken, in words: "PDF, 100 MB at most". */
  hint?: string;
  /** Media types; see FILE_TYPES. */
  accept?: string[];
  /** In bytes. */
  maxSize?: number;
  /** Files of these types are pasted anywhere on the page. */
  pastes?: boolean;
  /** One at a time: a new one takes the place of the one before. */
  single?: boolean;
  /** What is shown while there is none. */
  empty?: ReactNode;
}

/** The board while its code is on its way. */
function Waiting({ files }: { files: Attachment[] }) {
  return (
    <div className={board.board} aria-hidden="true">
      {files.map(({ id }) => (
        <div key={id} className={board.waiting} />
      ))}
    </div>
  );
}

/**
 * The files of a record: looked at, downloaded and, by the calls that are given, added, renamed and removed.
 *
 * @example
 * <Attachments files={note.data.files} />
 */
export function Attachments({ files, upload, remove, restore, rename, content, ...props }: AttachmentsProps) {
  const { t } = useTranslation(["kit", "parts"]);
  const { uploads, send, retry, dismiss } = useUploads(upload, props.single);
  // Undefined until the first is looked at: only then is the viewer fetched.
  const [shown, setShown] = useState<Attachment | null>();
  const [named, setNamed] = useState<Attachment | null>(null);
  const list = useRef<HTMLDivElement>(null);

  const download = (file: Attachment) =>
    act({
      run: async () => (content ? saveFile(await content(file), file.name) : downloadStored(file.id)),
      failed: t("files.downloadFailed", { name: file.name }),
    });
  const removal =
    remove &&
    ((file: Attachment) => {
      const { name } = file;
      return act({
        confirm: restore
          ? undefined
          : {
              title: t("files.deleteTitle", { name }),
              text: t("files.deleteText"),
              confirm: t("files.deleteConfirm"),
              destructive: true,
            },
        run: () => remove(file),
        done: t("parts:files.deleted", { name }),
        failed: t("files.deleteFailed", { name }),
        undo: restore && { run: () => restore(file), failed: t("parts:files.notRestored", { name }) },
        // The button that had the focus goes with its row.
        after: () => list.current?.focus(),
      });
    });
  const actsOn = (file: Attachment): FileActs => ({
    onPreview: isViewable(file.mediaType) ? () => setShown(file) : undefined,
    onDownload: () => void download(file),
    onRename: rename && (() => setNamed(file)),
    onRemove: removal && (() => void removal(file)),
  });
  const arriving = uploads.map((sent) => (
    <UploadRow key={sent.key} upload={sent} onRetry={() => retry(sent)} onDismiss={() => dismiss(sent)} />
  ));
  const drop = upload && {
    label: props.label ?? t("files.list"),
    hint: props.hint,
    accept: props.accept,
    maxSize: props.maxSize,
    multiple: !props.single,
    pastes: props.pastes,
    onFiles: send,
  };
  const isEmpty = files.length + uploads.length === 0;
  return (
    <div className={classes.attachments} ref={list} tabIndex={-1}>
      {isEmpty && (props.empty ?? <Quiet>{t("files.none")}</Quiet>)}
      {props.layout === "board" ? (
        <Fetching of={FileBoard} fallback={<Waiting files={files} />}>
          <FileBoard files={files} load={content} actsOn={actsOn} arriving={arriving} drop={drop} />
        </Fetching>
      ) : (
        <>
          {!isEmpty && (
            <ul className={classes.list} aria-label={t("files.list")}>
              {arriving}
              {files.map((file) => (
                <AttachmentRow key={file.id} file={file} {...actsOn(file)} />
              ))}
            </ul>
          )}
          {drop && <FileDrop {...drop} />}
        </>
      )}
      {shown !== undefined && (
        <Fetching of={Viewer} fallback={null}>
          <Viewer
            files={files.filter(({ mediaType }) => isViewable(mediaType))}
            shown={shown}
            load={content}
            onShow={setShown}
          />
        </Fetching>
      )}
      {rename && <RenameWindow file={named} rename={rename} onClose={() => setNamed(null)} />}
    </div>
  );
}
