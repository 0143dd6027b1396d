import type { StatusLook } from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { GapKind } from "./api";

/** What the kinds are called, and how that looks. */
export function useGapKinds(): Record<GapKind, StatusLook> {
  const { t } = useTranslation("providerGaps");
  return useMemo(
    () => ({
      UNBILLED: { label: t("kind.UNBILLED"), tone: "info" },
      BILLED_TWICE: { label: t("kind.BILLED_TWICE"), tone: "critical" },
      CANCELLED: { label: t("kind.CANCELLED"), tone: "warning" },
      UNKNOWN: { label: t("kind.UNKNOWN"), tone: "attention" },
      STORAGE_WITHOUT_STOCK: { label: t("kind.STORAGE_WITHOUT_STOCK"), tone: "warning" },
    }),
    [t],
  );
}

/** What each kind is, in a sentence. */
export function useGapTexts(): Record<GapKind, string> {
  const { t } = useTranslation("providerGaps");
  return {
    UNBILLED: t("text.UNBILLED"),
    BILLED_TWICE: t("text.BILLED_TWICE"),
    CANCELLED: t("text.CANCELLED"),
    UNKNOWN: t("text.UNKNOWN"),
    STORAGE_WITHOUT_STOCK: t("text.STORAGE_WITHOUT_STOCK"),
  };
}
