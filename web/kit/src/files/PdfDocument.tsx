import type { PDFDocumentProxy } from "pdfjs-dist";
import type { ReactNode } from "react";
import { SkeletonLines } from "../display/states";
import { Fetching } from "../layout/Fetching";
import { lazyPdf } from "./lazyPdf";
import type { PdfPage } from "./PdfPage";
import type { PdfSource } from "./pdf";

const OpenedPdf = lazyPdf(() => import("./OpenedPdf"));

/** A PDF that is open. */
export type Pdf = PDFDocumentProxy;

export interface PdfDocumentProps {
  /** What gives one has to stay the same. */
  src: PdfSource;
  children: (pdf: Pdf, Page: typeof PdfPage) => ReactNode;
}

/**
 * A PDF whose pages stand wherever they are wanted; `PdfView` shows all of them below each other.
 *
 * @example <PdfDocument src={file}>{(pdf, Page) => <Page pdf={pdf} number={1} width={160} />}</PdfDocument>
 */
export function PdfDocument(props: PdfDocumentProps) {
  return (
    <Fetching of={OpenedPdf} fallback={<SkeletonLines lines={8} />}>
      <OpenedPdf {...props} />
    </Fetching>
  );
}
