import type { Schemas } from "@comptoir/kit";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";

/** A text that brings its languages along, as manifests and features name themselves, in the reader's. */
export function useWords(): (text: Schemas["Text"]) => string {
  const { i18n } = useTranslation();
  const language = i18n.resolvedLanguage === "en" ? "en" : "fr";
  return useCallback((text) => text[language], [language]);
}
