import { useTranslation } from "react-i18next";
import { IconButton } from "../layout/ActionMenu";
import classes from "./Attachments.module.css";

/** What can be done with a file. */
export interface FileActs {
  /** Without it there is nothing to be seen of it here. */
  onPreview?: () => void;
  onDownload: () => void;
  onRename?: () => void;
  onRemove?: () => void;
}

/** The buttons of one file. */
export function FileActions({
  name,
  onPreview,
  onDownload,
  onRename,
  onRemove,
}: FileActs & { name: string }) {
  const { t } = useTranslation(["kit", "parts"]);
  return (
    <div className={classes.actions}>
      {onPreview && <IconButton icon="preview" label={t("files.preview", { name })} onClick={onPreview} />}
      <IconButton icon="download" label={t("files.download", { name })} onClick={onDownload} />
      {onRename && <IconButton icon="edit" label={t("parts:files.renameOf", { name })} onClick={onRename} />}
      {onRemove && <IconButton icon="delete" label={t("files.delete", { name })} onClick={onRemove} />}
    </div>
  );
}
