import { expect, test } from "vitest";
import en from "../../locales/en";
import fr from "../../locales/fr";

/** Every text by its key, `orders.list.title`. */
function texts(tree: object, path = ""): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string"
      ? [[`${path}${key}`, value] as [string, string]]
      : texts(value, `${path}${key}.`),
  );
}

/** What all plugins say, by the path of their file. */
const plugins = import.meta.glob<object>("../../../plugins/*/locales/*.json", {
  eager: true,
  import: "default",
});

const said = (language: "fr" | "en") =>
  Object.entries(plugins)
    .filter(([path]) => path.endsWith(`/${language}.json`))
    .flatMap(([path, tree]) => texts(tree, `${path.split("/").at(-3)}:`));

const languages = { fr: [...texts(fr), ...said("fr")], en: [...texts(en), ...said("en")] };
const keys = (language: "fr" | "en") => languages[language].map(([key]) => key).sort();

test("both languages say the same things", () => {
  expect(keys("en").filter((key) => !key.endsWith("_many"))).toEqual(
    keys("fr").filter((key) => !key.endsWith("_many")),
  );
});

test("both languages name the same values", () => {
  const values = ([key, text]: [string, string]) =>
    `${key}: ${[...text.matchAll(/{{(\w+)}}/g)].map((m) => m[1]).sort()}`;
  const named = (language: "fr" | "en") =>
    languages[language]
      .filter(([key]) => !key.endsWith("_many"))
      .map(values)
      .sort();
  expect(named("en")).toEqual(named("fr"));
});

test("French has a form for millions wherever it counts", () => {
  const counted = keys("fr").filter((key) => key.endsWith("_other"));
  expect(counted.filter((key) => !keys("fr").includes(key.replace(/_other$/, "_many")))).toEqual([]);
});

test("French is set as French is: no-break spaces and typographic apostrophes", () => {
  const wrong = languages.fr.filter(([, text]) => / [:;!?»]|« |\w'\w/.test(text));
  expect(wrong).toEqual([]);
});
