import { describe, expect, test } from "vitest";
import { FEATURES } from "../app/features";
import { TEXTS as languages } from "../testing/texts";
import { LANGUAGES, type Language } from ".";

type Texts = (typeof languages)[Language];

const keysOf = (texts: Texts) => texts.map(([key]) => key).sort();
const keys = (language: Language) => keysOf(languages[language]);

/** What another language has to say as well: all but the form for millions, which English and Turkish have not. */
const said = (language: Language) => languages[language].filter(([key]) => !key.endsWith("_many"));

/** The values that each names. */
const named = (texts: Texts) =>
  texts.map(([key, text]) => `${key}: ${[...text.matchAll(/{{(\w+)}}/g)].map((m) => m[1]).sort()}`).sort();

test("French and English say the same things", () => {
  expect(keysOf(said("en"))).toEqual(keysOf(said("fr")));
});

test("French and English name the same values", () => {
  expect(named(said("en"))).toEqual(named(said("fr")));
});

test("French has a form for millions wherever it counts", () => {
  const counted = keys("fr").filter((key) => key.endsWith("_other"));
  expect(counted.filter((key) => !keys("fr").includes(key.replace(/_other$/, "_many")))).toEqual([]);
});

test("French is set as French is: no-break spaces, narrow before ; ! ? and units, typographic apostrophes", () => {
  const wrong = languages.fr.filter(([, text]) =>
    / [:;!?»]|« |\w'\w|\u00a0[;!?]|\d[ \u00a0][KMG]o/.test(text),
  );
  expect(wrong).toEqual([]);
});

/** The file of a text, or the screen that it names. */
const fileOf = (key: string) => key.split(".json.")[0] ?? key;

describe.each([
  ["tr", /['"«»]/],
  ["pt", /['"“”]|« | »/],
] as const)("what factories see in %s", (language, foreign) => {
  const files = new Set(languages[language].map(([key]) => fileOf(key)));
  const english = said("en").filter(([key]) => files.has(fileOf(key)));

  test("is said whole or not at all, with the same values", () => {
    expect(named(said(language))).toEqual(named(english));
  });

  test("has every form that the language has for numbers", () => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const counted = keys(language).filter((key) => key.endsWith("_other"));
    const wanted = counted.flatMap((key) => forms.map((form) => key.replace(/other$/, form)));
    expect(keys(language).filter((key) => /_(one|two|few|many|other)$/.test(key))).toEqual(wanted.sort());
  });

  test("is set in its own quotation marks, with typographic apostrophes", () => {
    expect(languages[language].filter(([, text]) => foreign.test(text))).toEqual([]);
  });
});

test("the screens of factories are called in every language", () => {
  const labels = FEATURES.flatMap(({ screens }) => screens)
    .filter(({ area }) => area === "factory")
    .flatMap(({ menu, command }) => [menu?.label, command])
    .filter((label) => label !== undefined);
  for (const label of labels) expect(Object.keys(label)).toEqual([...LANGUAGES]);
});
