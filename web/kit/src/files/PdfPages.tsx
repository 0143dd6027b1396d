import type { PDFDocumentProxy } from "pdfjs-dist";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { SkeletonLines } from "../display/states";
import { useFormats } from "../i18n/format";
import { IconButton } from "../layout/ActionMenu";
import { PdfPage } from "./PdfPage";
import type { PdfViewProps } from "./PdfView";
import classes from "./PdfView.module.css";
import { reader } from "./pdf";

/** How wide a page is, in widths of the view. */
const ZOOMS = [0.5, 0.75, 1, 1.5, 2, 3];

type Opened = { state: "loading" } | { state: "failed" } | { state: "open"; pdf: PDFDocumentProxy };

function usePdf(src: string | Blob): Opened {
  const [opened, setOpened] = useState<Opened>({ state: "loading" });
  useEffect(() => {
    setOpened({ state: "loading" });
    let isHere = true;
    const opening = reader.open(src);
    opening.pdf.then(
      (pdf) => isHere && setOpened({ state: "open", pdf }),
      () => isHere && setOpened({ state: "failed" }),
    );
    return () => {
      isHere = false;
      opening.close();
    };
  }, [src]);
  return opened;
}

/** The width of an element, in pixels; 0 until it is known. */
function useWidth() {
  const ref = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!ref.current) return;
    setWidth(ref.current.clientWidth);
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)));
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return [ref, width] as const;
}

/** The pages of a PDF; `PdfView` fetches it and the library behind it when one is first shown. */
export default function PdfPages({ src }: PdfViewProps) {
  const { t } = useTranslation("kit");
  const { number } = useFormats();
  const opened = usePdf(src);
  const [area, width] = useWidth();
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
