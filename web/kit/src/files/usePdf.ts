import type { PDFDocumentProxy } from "pdfjs-dist";
import { useEffect, useState } from "react";
import { type PdfSource, reader } from "./pdf";

type Opened = { state: "loading" } | { state: "failed" } | { state: "open"; pdf: PDFDocumentProxy };

/** A PDF while it is shown. */
export function usePdf(src: PdfSource): Opened {
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
