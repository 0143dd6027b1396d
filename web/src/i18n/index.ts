import i18next, { type ResourceKey } from "i18next";
import { initReactI18next } from "react-i18next";
import type { Messages } from "../../locales/fr";

/** The languages of the portal; the first is what people get before they choose. */
export const LANGUAGES = ["fr", "en"] as const;
export type Language = (typeof LANGUAGES)[number];

const KEPT = "comptoir.language";

/** A language's messages are fetched when it is first chosen. */
const messages: Record<Language, () => Promise<{ default: Record<string, ResourceKey> }>> = {
  fr: () => import("../../locales/fr"),
  en: () => import("../../locales/en"),
};

const isLanguage = (value: string | null): value is Language => LANGUAGES.some((known) => known === value);

/** The language chosen in this browser before. */
export function keptLanguage(): Language {
  const kept = localStorage.getItem(KEPT);
  return isLanguage(kept) ? kept : "fr";
}

/** Switches the whole portal to a language, and keeps the choice in this browser. */
export async function changeLanguage(language: Language): Promise<void> {
  localStorage.setItem(KEPT, language);
  if (i18next.resolvedLanguage === language) return;
  const { default: namespaces } = await messages[language]();
  for (const [namespace, bundle] of Object.entries(namespaces)) {
    i18next.addResourceBundle(language, namespace, bundle, true, true);
  }
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

/** Prepares the translations; nothing can be rendered before. */
export async function startI18n(language: Language): Promise<void> {
  const { default: namespaces } = await messages[language]();
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: "en",
    resources: { [language]: namespaces },
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  document.documentElement.lang = language;
}

declare module "@comptoir/kit" {
  interface PortalResources extends Omit<Messages, "kit"> {}
}
