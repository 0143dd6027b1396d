import { saveFile } from "../files/transfer";
import { hasDecimalComma, typedDecimal } from "../form/decimal";

/** A cell of a CSV file; a text that a spreadsheet would calculate stays a text. */
function cell(text: string, separator: string): string {
  const safe = /^[=+@\t\r]|^-(?!\d)/.test(text) ? `'${text}` : text;
  return /["\r\n]/.test(safe) || safe.includes(separator) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Rows as the text of a CSV file that spreadsheets of the language open by a double click: in all but English with
 * semicolons, and commas in exact decimals.
 */
export function toCsv(rows: (string | number | null)[][], language: string): string {
  const separator = hasDecimalComma(language) ? ";" : ",";
  const written = (value: string | number | null) =>
    cell(typedDecimal(String(value ?? ""), language), separator);
  // By its mark, spreadsheets know that it is UTF-8.
  return `\uFEFF${rows.map((row) => `${row.map(written).join(separator)}\r\n`).join("")}`;
}

/** A file's name made of a title: "Ventes par mois" is `ventes-par-mois.csv`. */
export const csvName = (title: string) =>
  `${title
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "")}.csv`;

/** Hands rows to the browser as a CSV file that is called as what they are. */
export const saveCsv = (title: string, rows: (string | number | null)[][], language: string): void =>
  saveFile(new Blob([toCsv(rows, language)], { type: "text/csv;charset=utf-8" }), csvName(title));
