import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { SkeletonLines } from "../display/states";
import { useFormats } from "../i18n/format";
import { IconButton } from "../layout/ActionMenu";
import { useWidth } from "../layout/useWidth";
import { PdfPage } from "./PdfPage";
import type { PdfViewProps } from "./PdfView";
import classes from "./PdfView.module.css";
import { usePdf } from "./usePdf";

/** How wide a page is, in widths of the view. */
const ZOOMS = [0.5, 0.75, 1, 1.5, 2, 3];

/** The pages of a PDF; `PdfView` fetches it and the library behind it when one is first shown. */
export default function PdfPages({ src, page: first = 1 }: PdfViewProps) {
  const { t } = useTranslation("kit");
  const { number } = useFormats();
  const opened = usePdf(src);
  const [area, width] = useWidth<HTMLElement>();
  const [zoom, setZoom] = useState(1);
  const [page, setPage] = useState(1);
  const pages = opened.state === "open" ? opened.pdf.numPages : 0;
  const at = ZOOMS.indexOf(zoom);

  const goTo = (wanted: number) => {
    const next = Math.min(pages, Math.max(1, wanted));
    const target = area.current?.querySelector<HTMLElement>(`[data-page="${next}"]`);
    if (area.current && target) area.current.scrollTop = target.offsetTop;
    setPage(next);
  };
  const begin = useEffectEvent(() => goTo(first));
  const isLaidOut = pages > 0 && width > 0;
  useEffect(() => {
    if (isLaidOut) begin();
  }, [isLaidOut]);
  // The page whose top is nearest above the upper third is the one that is read.
  const follow = () => {
    const view = area.current;
    if (!view) return;
    const line = view.scrollTop + view.clientHeight / 3;
    const tops = [...view.querySelectorAll<HTMLElement>("[data-page]")].filter(
      ({ offsetTop }) => offsetTop <= line,
    );
    setPage(Math.max(1, tops.length));
  };

  return (
    <div className={classes.view}>
      {pages > 0 && (
        <div className={classes.bar}>
          <IconButton icon="left" label={t("files.previousPage")} onClick={() => goTo(page - 1)} />
          <output className={classes.words}>
            {t("files.page", { page: number(page), pages: number(pages) })}
          </output>
          <IconButton icon="right" label={t("files.nextPage")} onClick={() => goTo(page + 1)} />
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
      )}
      <section
        ref={area}
        className={classes.pages}
        aria-label={t("files.pdf")}
        aria-busy={opened.state === "loading"}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
        tabIndex={0}
        onScroll={follow}
      >
        {opened.state === "loading" && <SkeletonLines lines={12} />}
        {opened.state === "failed" && <p role="alert">{t("files.pdfFailed")}</p>}
        {opened.state === "open" &&
          Array.from({ length: pages }, (_, index) => (
            <PdfPage key={index} pdf={opened.pdf} number={index + 1} width={Math.floor(width * zoom)} />
          ))}
      </section>
    </div>
  );
}
