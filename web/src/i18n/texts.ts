import type { ResourceKey } from "i18next";

/** What is said in the languages of everybody, by file; but for what the sign-in page says in French, which is there at once. */
export const files = import.meta.glob<ResourceKey>(
  [
    "../../{locales/{fr,en}/*,kit/locales/*.{fr,en}}.json",
    "!../../{,kit/}locales/{kit.fr,fr/identity,fr/shell}.json",
  ],
  { import: "default" },
);

/** The names of all texts. */
export const NAMESPACES = [
  ...new Set(Object.keys(files).map((path) => /(\w+)(\.\w\w)?\.json$/.exec(path)?.[1] ?? "")),
];
