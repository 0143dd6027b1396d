import { expect, test } from "vitest";
import glossary from "../../locales/README.md?raw";
import { TEXTS } from "../testing/texts";

const cellsOf = (line: string) => line.split("|").map((cell) => cell.trim());

/** Each table by its lines. */
const tables = glossary
  .split("\n\n")
  .filter((block) => block.startsWith("| "))
  .map((table) => table.split("\n").map(cellsOf));

/** What stands under “not (French)”. */
function avoidedIn(column: string): string[] {
  const [head = [], , ...rows] = tables.find(([head]) => head?.includes(column)) ?? [];
  const terms = rows.flatMap((row) => (row[head.indexOf(column)] ?? "").split(","));
  return terms.map((term) => term.trim()).filter(Boolean);
}

/** A word by itself: `état` is no part of `établi`. */
const word = (term: string) => new RegExp(`(?<![\\p{L}{-])${term}(?![\\p{L}}-])`, "iu");

test.each([
  ["fr", "not (French)"],
  ["en", "not (English)"],
  ["tr", "not (Turkish)"],
  ["pt", "not (Portuguese)"],
] as const)("no text in %s uses another term than the glossary's", (language, column) => {
  const avoided = avoidedIn(column);
  expect(avoided.length).toBeGreaterThan(3);
  const wrong = avoided.flatMap((term) =>
    TEXTS[language]
      .filter(([, text]) => word(term).test(text))
      .map(([key, text]) => `${term}: ${key}: ${text}`),
  );
  expect(wrong).toEqual([]);
});
