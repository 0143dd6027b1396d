import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../display/icons";
import list from "./Attachments.module.css";
import { FileActions, type FileActs } from "./FileActions";
import classes from "./FileBoard.module.css";
import { isPdf } from "./fileTypes";
import { formatSize } from "./size";
import { type Look, Thumbnail, type ThumbnailProps } from "./Thumbnail";

type FileTileProps = Omit<ThumbnailProps, "onLook"> & FileActs;

function Sheet({ onPreview, look, ...props }: ThumbnailProps & Pick<FileActs, "onPreview"> & { look: Look }) {
  const { t } = useTranslation("kit");
  if (!onPreview) {
    return (
      <div className={classes.sheet}>
        <Icon name="file" size={28} />
      </div>
    );
  }
  return (
    <button
      type="button"
      className={classes.sheet}
      aria-label={t("files.preview", { name: props.file.name })}
      data-waiting={look.state === "waiting" || undefined}
      onClick={onPreview}
    >
      {look.state === "broken" ? <Icon name="warning" size={28} /> : <Thumbnail {...props} />}
    </button>
  );
}

/** One file of a board: how it looks, what it is and what can be done with it. */
export function FileTile({ file, load, onPreview, ...acts }: FileTileProps) {
  const { t, i18n } = useTranslation(["parts", "kit"]);
  const [look, setLook] = useState<Look>({ state: "waiting" });
  const { name, mediaType } = file;
  return (
    <li className={classes.tile}>
      <Sheet file={file} load={load} look={look} onLook={setLook} onPreview={onPreview} />
      <div className={classes.about}>
        <span className={classes.name} title={name}>
          {name}
        </span>
        <span className={list.facts}>
          <span>{formatSize(file.size, i18n.resolvedLanguage ?? "fr")}</span>
          {look.pages !== undefined && <span>{t("files.pages", { count: look.pages })}</span>}
        </span>
        {look.state === "broken" && (
          <span className={classes.broken}>
            {isPdf(mediaType) ? t("kit:files.pdfFailed") : t("files.pictureFailed")}
          </span>
        )}
      </div>
      {/* What opens it is the picture itself. */}
      <FileActions name={name} {...acts} />
    </li>
  );
}
