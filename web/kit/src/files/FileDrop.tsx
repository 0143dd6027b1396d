import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import bar from "../display/ProgressBar.module.css";
import classes from "./FileDrop.module.css";

const DropZone = lazy(() => import("./DropZone"));

/** What is asked of a place for files. */
export interface FileDropProps {
  /** What the files are: "Sales report". */
  label: string;
  /** Which files are taken, in words: "CSV, up to 10 MB". */
  hint?: string;
  /** Media types; see FILE_TYPES. All files without it. */
  accept?: string[];
  multiple?: boolean;
  /** One line, where files are not what it is about. */
  compact?: boolean;
  /** Files of these types are pasted anywhere on the page; without it, where this place has the focus. */
  pastes?: boolean;
  /** In bytes. */
  maxSize?: number;
  onFiles: (files: File[]) => void;
  /** The files are being worked on; no others are taken. */
  busy?: boolean;
  /** How much of the work is done, 0 to 1; null when nobody knows. Without it the work is shown elsewhere. */
  progress?: number | null;
  /** Why the last file was refused. */
  error?: string;
}

/** A place to drop files on, with a button that chooses them. */
export function FileDrop(props: FileDropProps) {
  const { t } = useTranslation("kit");
  return (
    <div className={classes.drop}>
      <Suspense fallback={<div className={classes.waiting} data-compact={props.compact || undefined} />}>
        <DropZone {...props} />
      </Suspense>
      {props.busy && props.progress !== undefined && (
        <progress
          className={bar.bar}
          aria-label={t("files.busy")}
          max={1}
          {...(typeof props.progress === "number" && { value: props.progress })}
        />
      )}
    </div>
  );
}
