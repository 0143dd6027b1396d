import i18next, { type ResourceKey } from "i18next";
import { initReactI18next } from "react-i18next";
import firstEn from "../../locales/en/first";
import type { Messages } from "../../locales/fr";
import firstFr from "../../locales/fr/first";

/** The languages of the portal; the first is what people get before they choose. */
export const LANGUAGES = ["fr", "en"] as const;
export type Language = (typeof LANGUAGES)[number];

const KEPT = "comptoir.language";

/** What the sign-in page says is there at once, as nobody should wait for it. */
const FIRST: Record<Language, Record<string, ResourceKey>> = { fr: firstFr, en: firstEn };

/** Everything else; a language is fetched when it is first wanted. */
const messages: Record<Language, () => Promise<{ default: Record<string, ResourceKey> }>> = {
  fr: () => import("../../locales/fr"),
  en: () => import("../../locales/en"),
};

/** Whether screens are shown that say more than the sign-in page. */
let isMoreWanted = false;

const isLanguage = (value: string | null): value is Language => LANGUAGES.some((known) => known === value);

/** The language chosen in this browser before. */
export function keptLanguage(): Language {
  const kept = localStorage.getItem(KEPT);
  return isLanguage(kept) ? kept : "fr";
}

async function fetchMessages(language: Language): Promise<void> {
  const { default: namespaces } = await messages[language]();
  for (const [namespace, bundle] of Object.entries(namespaces)) {
    i18next.addResourceBundle(language, namespace, bundle, true, true);
  }
}

/** Fetches all that the portal says, in the language that holds; wanted before anything behind the sign-in is rendered. */
export async function fetchAllMessages(): Promise<void> {
  isMoreWanted = true;
  await fetchMessages(keptLanguage());
}

/** Switches the whole portal to a language, and keeps the choice in this browser. */
export async function changeLanguage(language: Language): Promise<void> {
  localStorage.setItem(KEPT, language);
  if (i18next.resolvedLanguage === language) return;
  if (isMoreWanted) await fetchMessages(language);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

/** Prepares the translations; nothing can be rendered before. */
export async function startI18n(language: Language): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: "en",
    resources: FIRST,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  document.documentElement.lang = language;
}

declare module "@comptoir/kit" {
  interface PortalResources extends Omit<Messages, "history" | "kit" | "parts"> {}
}
