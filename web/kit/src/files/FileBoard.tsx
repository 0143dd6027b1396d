import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Attachment } from "./Attachments";
import list from "./Attachments.module.css";
import DropZone from "./DropZone";
import type { FileActs } from "./FileActions";
import classes from "./FileBoard.module.css";
import type { FileDropProps } from "./FileDrop";
import { FileTile } from "./FileTile";

interface FileBoardProps {
  files: Attachment[];
  /** A file's content; without it that of the portal's file with its id. */
  load?: (file: Attachment) => Promise<Blob>;
  actsOn: (file: Attachment) => FileActs;
  /** A row for each that is on its way here. */
  arriving: ReactNode[];
  /** How files are taken; without it none can be added. */
  drop?: FileDropProps;
}

function Tiles({ files, load, actsOn, arriving }: Omit<FileBoardProps, "drop">) {
  const { t } = useTranslation("kit");
  return (
    <div className={classes.all}>
      {arriving.length > 0 && (
        <ul className={list.list} aria-label={t("files.underWay")}>
          {arriving}
        </ul>
      )}
      {files.length > 0 && (
        <ul className={classes.board} aria-label={t("files.list")}>
          {files.map((file) => (
            <FileTile key={file.id} file={file} load={load} {...actsOn(file)} />
          ))}
        </ul>
      )}
    </div>
  );
}

/** Files as pictures beside each other, and files are dropped wherever on them; `Attachments` fetches it. */
export default function FileBoard({ drop, ...props }: FileBoardProps) {
  const tiles = props.files.length + props.arriving.length > 0 && <Tiles {...props} />;
  return drop ? <DropZone {...drop}>{tiles}</DropZone> : tiles;
}
