import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { AuditProduct } from "./api";

/** What recordings are sold on, by code. */
export function useRecordFormats(): Record<AuditProduct["format"], string> {
  const { t } = useTranslation("charts");
  return useMemo(
    () => ({
      vinyl: t("format.vinyl"),
      cd: t("format.cd"),
      cassette: t("format.cassette"),
      other: t("format.other"),
    }),
    [t],
  );
}
