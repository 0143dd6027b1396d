import kit from "@comptoir/kit/locales/kit.fr.json";
import i18next, { type BackendModule, type ResourceKey } from "i18next";
import { initReactI18next } from "react-i18next";
import { create } from "zustand";
import identity from "../../locales/fr/identity.json";
import shell from "../../locales/fr/shell.json";

/** The languages of the portal; the first is what people get before they choose. */
export const LANGUAGES = ["fr", "en"] as const;
export type Language = (typeof LANGUAGES)[number];

const STORAGE_KEY = "comptoir.language";

/** What the sign-in page says is there at once in the language of most, as they should not wait for it. */
const FIRST = { kit, identity, shell };

/** Everything else, by file. */
const files = import.meta.glob<ResourceKey>(
  ["../../{,kit/}locales/**/*.json", "!../../{,kit/}locales/**/{kit.fr,fr/identity,fr/shell}.json"],
  { import: "default" },
);

/** The names of all texts. */
export const NAMESPACES = [
  ...new Set(Object.keys(files).map((path) => /(\w+)(\.\w\w)?\.json$/.exec(path)?.[1] ?? "")),
];

/** Why texts that a screen waits for did not come. */
export const useMissingTexts = create<{ error: Error | null }>()(() => ({ error: null }));

/** Fetches texts when the first component that says some of them is rendered, which is suspended meanwhile. */
const backend: BackendModule = {
  type: "backend",
  init() {},
  read(language, namespace, done) {
    const load =
      files[`../../locales/${language}/${namespace}.json`] ??
      files[`../../kit/locales/${namespace}.${language}.json`];
    // Whoever waits for texts that cannot be had waits until the error takes its place, and shows no keys.
    if (load)
      load().then(
        (texts) => done(null, texts),
        (error) => useMissingTexts.setState({ error }),
      );
    else done(`no texts ${namespace}`, false);
  },
};

const isLanguage = (value: string | null): value is Language => LANGUAGES.some((known) => known === value);

/** The language chosen in this browser before. */
export function storedLanguage(): Language {
  const stored = localStorage.getItem(STORAGE_KEY);
  return isLanguage(stored) ? stored : "fr";
}

/** Begins to fetch texts that are about to be said, beside the code that says them; a plugin brings its own. */
export function fetchTexts(...namespaces: string[]): void {
  void i18next.loadNamespaces(namespaces.filter((name) => NAMESPACES.includes(name)));
}

/** Switches the whole portal to a language, once all that it has said so far is there, and keeps the choice in this browser. */
export async function changeLanguage(language: Language): Promise<void> {
  localStorage.setItem(STORAGE_KEY, language);
  if (i18next.resolvedLanguage === language) return;
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

/** Prepares the translations; nothing can be rendered before. */
export async function startI18n(language: Language): Promise<void> {
  await i18next
    .use(initReactI18next)
    .use(backend)
    .init({
      lng: language,
      // Both languages say all there is; one that is never read is not fetched to stand in.
      fallbackLng: false,
      ns: Object.keys(FIRST),
      resources: { fr: FIRST },
      partialBundledLanguages: true,
      interpolation: { escapeValue: false },
    });
  document.documentElement.lang = language;
}

declare module "@comptoir/kit" {
  interface PortalResources {
    identity: typeof identity;
    shell: typeof shell;
  }
}
