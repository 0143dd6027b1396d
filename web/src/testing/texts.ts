import { FEATURES } from "../app/features";
import { LANGUAGES, type Language } from "../i18n";

/** All that is said, by the path of its file: the portal's, the kit's and our plugins' texts. */
const files = import.meta.glob<object>(
  ["../../locales/*/*.json", "../../kit/locales/*.json", "../../../plugins/*/locales/*.json"],
  { eager: true, import: "default" },
);

/** Every text by its key, `orders.list.title`. */
function texts(tree: object, path: string): [key: string, text: string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string"
      ? [[`${path}.${key}`, value] as [string, string]]
      : texts(value, `${path}.${key}`),
  );
}

/** What features call their screens, in the languages that they do. */
const labels = (language: Language) =>
  FEATURES.flatMap(({ id, screens }) =>
    screens.flatMap(({ area, path, menu, command }) =>
      [menu?.label, command].flatMap((label): [string, string][] => {
        const text = label?.[language];
        return text ? [[`${id}:${area}/${path}`, text]] : [];
      }),
    ),
  );

function inLanguage(language: Language) {
  const name = new RegExp(`\\b${language}\\b`);
  const own = Object.entries(files).filter(([path]) => name.test(path));
  return [...own.flatMap(([path, tree]) => texts(tree, path.replace(name, ""))), ...labels(language)];
}

/** All that the portal, the kit and our plugins say, for the tests of texts: key and text. */
export const TEXTS = Object.fromEntries(
  LANGUAGES.map((language) => [language, inLanguage(language)]),
) as Record<Language, [key: string, text: string][]>;
