import { countriesIn, fold } from "@comptoir/kit";
import type { PastedRow } from "./api";

/** The columns that a paste has, in the template's order. */
export const COLUMNS = [
  "reference",
  "name",
  "company",
  "address",
  "zip",
  "city",
  "country",
  "email",
  "phone",
  "articles",
] as const;

/** A country's code, of its code or its name in either language; what is neither stays as it is. */
export function countryOf(text: string): string {
  const wanted = fold(text.trim());
  const all = ["fr", "en"].flatMap(countriesIn);
  return all.find(({ value, label }) => fold(value) === wanted || fold(label) === wanted)?.value ?? text;
}

/** A row of the file as the API takes it; `headings` is what each column is called there. */
export function toRow(
  line: number,
  values: Record<string, string>,
  headings: Record<(typeof COLUMNS)[number], string>,
): PastedRow {
  const cells = Object.fromEntries(COLUMNS.map((column) => [column, values[headings[column]] ?? ""]));
  const row = { line, ...cells } as PastedRow & { country: string };
  return { ...row, country: countryOf(row.country) };
}
