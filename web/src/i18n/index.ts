import type { Schemas } from "@comptoir/kit";
import kit from "@comptoir/kit/locales/kit.fr.json";
import i18next, { type BackendModule, type ResourceKey } from "i18next";
import { initReactI18next, useTranslation } from "react-i18next";
import { create } from "zustand";
import identity from "../../locales/fr/identity.json";
import shell from "../../locales/fr/shell.json";

export type Language = Schemas["Locale"];

/** The languages of the portal; the first is what people get before they choose. */
export const LANGUAGES = ["fr", "en", "tr", "pt"] as const satisfies Language[];

/** Each in its own words. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  fr: "Français",
  en: "English",
  tr: "Türkçe",
  pt: "Português",
};

/** Those that everything is said in, by plugins too; the others are for what factories see. */
export const WHOLE_LANGUAGES = ["fr", "en"] as const satisfies Language[];

/** What somebody may have the portal in. */
export const languagesOf = (role: Schemas["Role"]): readonly Language[] =>
  role === "factory" ? LANGUAGES : WHOLE_LANGUAGES;

/** A language as i18next and Intl call it. `pt` is Brazil's to them, who count, date and group digits otherwise. */
const tagOf = (language: Language) => (language === "pt" ? "pt-PT" : language);
const languageOf = (tag: string) => tag.slice(0, 2) as Language;

const STORAGE_KEY = "comptoir.language";

/** What the sign-in page says is there at once in the language of most, as they should not wait for it. */
const FIRST = { kit, identity, shell };

/** Where everything else is: fetched beside the areas, as the sign-in page is done without it. */
const loadTexts = () => import("./texts");

/** What is said in the languages of factories alone: a file each, as who reads one needs all of it, without a network too. */
const OF_FACTORIES: Partial<Record<Language, () => Promise<{ default: Record<string, ResourceKey> }>>> = {
  tr: () => import("./tr"),
  pt: () => import("./pt"),
};

/** Why texts that a screen waits for did not come. */
export const useMissingTexts = create<{ error: Error | null }>()(() => ({ error: null }));

const textsIn = <T>(from: Record<string, T>, language: Language, namespace: string): T | undefined =>
  from[`../../locales/${language}/${namespace}.json`] ??
  from[`../../kit/locales/${namespace}.${language}.json`];

async function load(language: Language, namespace: string): Promise<ResourceKey | undefined> {
  const ofFactories = OF_FACTORIES[language];
  const { files } = await loadTexts();
  if (!ofFactories) return textsIn(files, language, namespace)?.();
  // What they do not see is in English, should they come upon it.
  return textsIn((await ofFactories()).default, language, namespace) ?? textsIn(files, "en", namespace)?.();
}

/** Fetches texts when the first component that says some of them is rendered, which is suspended meanwhile. */
const backend: BackendModule = {
  type: "backend",
  init() {},
  read(tag, namespace, done) {
    load(languageOf(tag), namespace).then(
      (texts) => (texts ? done(null, texts) : done(`no texts ${namespace}`, false)),
      // Whoever waits for texts that cannot be had waits until the error takes its place, and shows no keys.
      (error) => useMissingTexts.setState({ error }),
    );
  },
};

const isLanguage = (value: string | null): value is Language => LANGUAGES.some((known) => known === value);

/** The language chosen in this browser before. */
export function storedLanguage(): Language {
  const stored = localStorage.getItem(STORAGE_KEY);
  return isLanguage(stored) ? stored : "fr";
}

/** The language that is spoken now. */
export function useLanguage(): Language {
  const { i18n } = useTranslation();
  return languageOf(i18n.resolvedLanguage ?? "fr");
}

/** Begins to fetch texts that are about to be said, beside the code that says them; a plugin brings its own. */
export function fetchTexts(...namespaces: string[]): void {
  void loadTexts().then(({ NAMESPACES }) =>
    i18next.loadNamespaces(namespaces.filter((name) => NAMESPACES.includes(name))),
  );
}

/** Switches the whole portal to a language, once all that it has said so far is there, and keeps the choice in this browser. */
export async function changeLanguage(language: Language): Promise<void> {
  const tag = tagOf(language);
  localStorage.setItem(STORAGE_KEY, language);
  if (i18next.resolvedLanguage === tag) return;
  await i18next.changeLanguage(tag);
  document.documentElement.lang = tag;
}

/** Prepares the translations; nothing can be rendered before. */
export async function startI18n(language: Language): Promise<void> {
  const tag = tagOf(language);
  await i18next
    .use(initReactI18next)
    .use(backend)
    .init({
      lng: tag,
      load: "currentOnly",
      // There is a text for each: one that is never read is not fetched to stand in.
      fallbackLng: false,
      ns: Object.keys(FIRST),
      resources: { fr: FIRST },
      partialBundledLanguages: true,
      interpolation: { escapeValue: false },
    });
  document.documentElement.lang = tag;
}

declare module "@comptoir/kit" {
  interface PortalResources {
    identity: typeof identity;
    shell: typeof shell;
  }
}
