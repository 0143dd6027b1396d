import { SkeletonLines } from "../display/states";
import { Fetching } from "../layout/Fetching";
import { lazyPdf } from "./lazyPdf";
import type { PdfSource } from "./pdf";

const PdfPages = lazyPdf(() => import("./PdfPages"));

export interface PdfViewProps {
  /** No object URL: the Content-Security-Policy lets none be read. What gives one has to stay the same. */
  src: PdfSource;
  /** The page that is seen first. */
  page?: number;
}

/** A PDF in the page. */
export function PdfView(props: PdfViewProps) {
  return (
    <Fetching of={PdfPages} fallback={<SkeletonLines lines={12} />}>
      <PdfPages {...props} />
    </Fetching>
  );
}
