import type { PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useWasSeen } from "../layout/useWasSeen";
import classes from "./PdfView.module.css";
import { drawPage, textOf } from "./pdf";

/** A4 upright, until the page is known. */
const A4 = 297 / 210;

interface PdfPageProps {
  pdf: PDFDocumentProxy;
  /** From 1. */
  number: number;
  /** In pixels; 0 draws nothing yet. */
  width: number;
  /** In pixels: a page that would be higher is less wide. */
  maxHeight?: number;
  /** A picture of it alone, without its words: they stand elsewhere. */
  isPicture?: boolean;
}

/** A page is drawn when it comes so near. */
const NEAR = "600px";

/** One page, drawn when it comes near; its words are there for screen readers. */
export function PdfPage({
  pdf,
  number,
  width: room,
  maxHeight = Number.POSITIVE_INFINITY,
  isPicture = false,
}: PdfPageProps) {
  const { t } = useTranslation("kit");
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const wasNear = useWasSeen(frame, NEAR);
  const [page, setPage] = useState<PDFPageProxy | null>(null);
  const [text, setText] = useState("");

  useEffect(() => {
    if (!wasNear) return;
    let isHere = true;
    const load = async () => {
      const loaded = await pdf.getPage(number);
      const words = isPicture ? "" : await textOf(loaded);
      if (!isHere) return;
      setPage(loaded);
      setText(words);
    };
    // A page that cannot be read stays white; the others are still of use.
    load().catch(() => {});
    return () => {
      isHere = false;
    };
  }, [pdf, number, isPicture, wasNear]);

  const view = page?.getViewport({ scale: 1 });
  const slope = view ? view.height / view.width : A4;
  const width = Math.min(room, Math.floor(maxHeight / slope));
  const height = Math.round(width * slope);
  useEffect(() => {
    if (page && canvas.current && width > 0) return drawPage(page, canvas.current, width);
  }, [page, width]);
  return (
    <div ref={frame} className={classes.page} data-page={number} style={{ width, height }}>
      <canvas
        ref={canvas}
        role="img"
        aria-label={t("files.page", { page: number, pages: pdf.numPages })}
        className={classes.canvas}
      />
      {!isPicture && <p className={classes.words}>{text}</p>}
    </div>
  );
}
