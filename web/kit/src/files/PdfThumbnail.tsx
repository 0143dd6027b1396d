import { useEffect } from "react";
import { PdfPage } from "./PdfPage";
import type { PdfSource } from "./pdf";
import type { Look } from "./Thumbnail";
import { usePdf } from "./usePdf";

interface PdfThumbnailProps {
  src: PdfSource;
  /** In pixels: no side is longer. */
  size: number;
  onLook: (look: Look) => void;
}

/** The first page of a PDF, small; `Thumbnail` fetches it and the library behind it when a PDF first comes in sight. */
export default function PdfThumbnail({ src, size, onLook }: PdfThumbnailProps) {
  const opened = usePdf(src);
  useEffect(() => {
    if (opened.state === "open") onLook({ state: "shown", pages: opened.pdf.numPages });
    if (opened.state === "failed") onLook({ state: "broken" });
  }, [opened, onLook]);
  if (opened.state !== "open") return null;
  return <PdfPage pdf={opened.pdf} number={1} width={size} maxHeight={size} isPicture />;
}
