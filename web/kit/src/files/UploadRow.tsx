import { useTranslation } from "react-i18next";
import { Icon } from "../display/icons";
import bar from "../display/ProgressBar.module.css";
import { IconButton } from "../layout/ActionMenu";
import classes from "./Attachments.module.css";
import type { Upload } from "./useUploads";

interface UploadRowProps {
  upload: Upload;
  onRetry: () => void;
  onDismiss: () => void;
}

/** A file on its way to the server, or one that did not get there. */
export function UploadRow({ upload, onRetry, onDismiss }: UploadRowProps) {
  const { t } = useTranslation("kit");
  const { name } = upload.file;
  return (
    <li className={classes.row}>
      <Icon name={upload.error === null ? "upload" : "warning"} size={20} />
      <div className={classes.about}>
        <span className={classes.name}>{name}</span>
        {upload.error === null ? (
          <progress
            className={bar.bar}
            aria-label={t("files.uploading", { name })}
            max={1}
            {...(upload.progress !== null && { value: upload.progress })}
          />
        ) : (
          <span className={classes.error} role="alert">
            {t("files.uploadFailed", { why: upload.error })}
          </span>
        )}
      </div>
      {upload.error !== null && (
        <div className={classes.actions}>
          <IconButton icon="synchronize" label={t("files.retry", { name })} onClick={onRetry} />
          <IconButton icon="close" label={t("files.dismiss", { name })} onClick={onDismiss} />
        </div>
      )}
    </li>
  );
}
