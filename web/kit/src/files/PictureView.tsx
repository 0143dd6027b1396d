import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormats } from "../i18n/format";
import { IconButton } from "../layout/ActionMenu";
import classes from "./PdfView.module.css";

/** How large it is, in sizes of the view that it fits in. */
const ZOOMS = [1, 1.5, 2, 3, 4, 6];

interface PictureViewProps {
  /** Its address. */
  src: string;
  name: string;
  onError: () => void;
}

/** A picture in the page, seen nearer on demand. */
export function PictureView({ src, name, onError }: PictureViewProps) {
  const { t } = useTranslation("kit");
  const { number } = useFormats();
  const [zoom, setZoom] = useState(1);
  const at = ZOOMS.indexOf(zoom);
  return (
    <div className={classes.view}>
      <div className={classes.bar}>
        <span className={classes.gap} />
        <IconButton
          icon="zoomOut"
          label={t("files.zoomOut")}
          onClick={() => setZoom(ZOOMS[Math.max(0, at - 1)] ?? 1)}
        />
        <output className={classes.words}>{t("files.zoom", { percent: number(zoom * 100) })}</output>
        <IconButton
          icon="zoomIn"
          label={t("files.zoomIn")}
          onClick={() => setZoom(ZOOMS[Math.min(ZOOMS.length - 1, at + 1)] ?? 1)}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard */}
      <section className={classes.pages} aria-label={t("files.picture")} tabIndex={0}>
        <img
          className={classes.picture}
          src={src}
          alt={name}
          data-zoomed={zoom > 1 || undefined}
          style={zoom > 1 ? { width: `${zoom * 100}%` } : undefined}
          onError={onError}
        />
      </section>
    </div>
  );
}
