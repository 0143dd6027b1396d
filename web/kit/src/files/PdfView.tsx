import { lazy, Suspense } from "react";
import { SkeletonLines } from "../display/states";

const PdfPages = lazy(() => import("./PdfPages"));

export interface PdfViewProps {
  /** The file itself, or an address on this origin. No object URL: the Content-Security-Policy lets none be read. */
  src: string | Blob;
}

/** A PDF in the page. */
export function PdfView(props: PdfViewProps) {
  return (
    <Suspense fallback={<SkeletonLines lines={12} />}>
      <PdfPages {...props} />
    </Suspense>
  );
}
