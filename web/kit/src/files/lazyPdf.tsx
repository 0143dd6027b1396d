import { type ComponentType, lazy, useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { Look } from "./Thumbnail";

/** What stands where a PDF cannot be shown. */
function NoPdf({ onLook }: { onLook?: (look: Look) => void }) {
  const { t } = useTranslation("kit");
  useEffect(() => onLook?.({ state: "broken" }), [onLook]);
  return onLook ? null : <p role="alert">{t("files.pdfFailed")}</p>;
}

/** What shows PDFs, fetched when one is first looked at. Where it does not come the rest of the page stays as it is. */
export const lazyPdf = <Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(() => load().catch(() => ({ default: NoPdf as ComponentType<Props> })));
