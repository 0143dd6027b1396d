import { expect, test } from "vitest";
import { TEXTS as languages } from "../testing/texts";

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

test("French is set as French is: no-break spaces, narrow before ; ! ? and units, typographic apostrophes", () => {
  const wrong = languages.fr.filter(([, text]) =>
    / [:;!?»]|« |\w'\w|\u00a0[;!?]|\d[ \u00a0][KMG]o/.test(text),
  );
  expect(wrong).toEqual([]);
});
