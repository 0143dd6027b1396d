import { expect, test } from "vitest";
import glossary from "../../locales/README.md?raw";
import { TEXTS } from "../testing/texts";

/** The rows of the table: thing, French, English, not in French, not in English. */
const rows = glossary
  .split("\n")
  .filter((line) => /^\| [^-]/.test(line))
  .slice(1)
  .map((line) => line.split("|").map((cell) => cell.trim()));

/** A word by itself: `état` is no part of `établi`. */
const word = (term: string) => new RegExp(`(?<![\\p{L}{-])${term}(?![\\p{L}}-])`, "iu");

test.each([
  ["fr", 4],
  ["en", 5],
] as const)("no text in %s uses another term than the glossary's", (language, column) => {
  const others = rows.flatMap((row) => (row[column] ?? "").split(",").map((term) => term.trim()));
  const avoided = others.filter(Boolean);
  expect(avoided.length).toBeGreaterThan(3);
  const wrong = avoided.flatMap((term) =>
    TEXTS[language]
      .filter(([, text]) => word(term).test(text))
      .map(([key, text]) => `${term}: ${key}: ${text}`),
  );
  expect(wrong).toEqual([]);
});
