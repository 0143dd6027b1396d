import type { ComponentType } from "react";
import { useTranslation } from "react-i18next";

/** What a story says, in both languages. Stories are not in the portal that is shipped, and their words stay with them. */
export interface Words {
  fr: string;
  en: string;
}

/** One part of the kit as it looks and works, on the page of parts. The file's name is its address. */
export interface Story {
  title: Words;
  /** When to take this part. */
  about: Words;
  Story: ComponentType;
}

/** Words in the present language. */
export function useWords() {
  const { i18n } = useTranslation();
  const language = i18n.resolvedLanguage?.startsWith("en") ? "en" : "fr";
  return (fr: string, en: string) => ({ fr, en })[language];
}
