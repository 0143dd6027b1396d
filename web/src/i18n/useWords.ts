import type { Schemas } from "@comptoir/kit";
import { useCallback } from "react";
import { type Language, useLanguage } from ".";

/** A text that brings its languages along, as manifests and features name themselves. */
export type Words = Schemas["Text"] & Partial<Record<Language, string>>;

/** Such a text in the reader's language, or in English. */
export function useWords(): (text: Words) => string {
  const language = useLanguage();
  return useCallback((text) => text[language] ?? text.en, [language]);
}
