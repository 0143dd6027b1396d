import { useTranslation } from "react-i18next";
import { Icon } from "../display/icons";
import { DateTime } from "../display/values";
import type { Attachment } from "./Attachments";
import classes from "./Attachments.module.css";
import { FileActions, type FileActs } from "./FileActions";
import { isImage } from "./fileTypes";
import { formatSize } from "./size";

/** One file and what can be done with it. */
export function AttachmentRow({ file, ...acts }: FileActs & { file: Attachment }) {
  const { i18n } = useTranslation();
  const { name } = file;
  return (
    <li className={classes.row}>
      <Icon name={isImage(file.mediaType) ? "image" : "file"} size={20} />
      <div className={classes.about}>
        <span className={classes.name}>{name}</span>
        <span className={classes.facts}>
          <span>{formatSize(file.size, i18n.resolvedLanguage ?? "fr")}</span>
          <DateTime at={file.createdAt} />
          {file.author && <span>{file.author}</span>}
        </span>
      </div>
      <FileActions name={name} {...acts} />
    </li>
  );
}
