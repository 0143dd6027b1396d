import { useTranslation } from "react-i18next";
import { Icon } from "../display/icons";
import { DateTime } from "../display/values";
import { IconButton } from "../layout/ActionMenu";
import type { Attachment } from "./Attachments";
import classes from "./Attachments.module.css";
import { isImage, isPdf } from "./fileTypes";
import { formatSize } from "./size";

interface AttachmentRowProps {
  file: Attachment;
  onPreview: () => void;
  onDownload: () => void;
  onRename?: () => void;
  onRemove?: () => void;
}

/** One file and what can be done with it. */
export function AttachmentRow({ file, onPreview, onDownload, onRename, onRemove }: AttachmentRowProps) {
  const { t, i18n } = useTranslation(["kit", "parts"]);
  const { name } = file;
  const canPreview = isImage(file.mediaType) || isPdf(file.mediaType);
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
      <div className={classes.actions}>
        {canPreview && <IconButton icon="preview" label={t("files.preview", { name })} onClick={onPreview} />}
        <IconButton icon="download" label={t("files.download", { name })} onClick={onDownload} />
        {onRename && (
          <IconButton icon="edit" label={t("parts:files.renameOf", { name })} onClick={onRename} />
        )}
        {onRemove && <IconButton icon="delete" label={t("files.delete", { name })} onClick={onRemove} />}
      </div>
    </li>
  );
}
