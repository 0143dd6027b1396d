import { useTranslation } from "react-i18next";
import { SkeletonLines } from "../display/states";
import type { PdfDocumentProps } from "./PdfDocument";
import { PdfPage } from "./PdfPage";
import { usePdf } from "./usePdf";

/** The document itself; `PdfDocument` fetches it and the library behind it when one is first shown. */
export default function OpenedPdf({ src, children }: PdfDocumentProps) {
  const { t } = useTranslation("kit");
  const opened = usePdf(src);
  if (opened.state === "failed") return <p role="alert">{t("files.pdfFailed")}</p>;
  if (opened.state === "loading") return <SkeletonLines lines={8} />;
  return children(opened.pdf, PdfPage);
}
