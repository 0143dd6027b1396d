import Papa from "papaparse";
import { parseDecimal } from "../form/decimal";
import { isEmail } from "../form/kinds";
import { parseDay } from "../i18n/day";

/** What a column of a file holds. */
export interface ImportColumn {
  /** Its heading, whatever the case. */
  name: string;
  required?: boolean;
  kind?: "text" | "decimal" | "whole" | "day" | "email";
  /** The only values that may be. */
  oneOf?: string[];
  /** Of characters. */
  maxLength?: number;
  /** What stands in the template. */
  example?: string;
}

/** Why a value is wrong; its words are the screen's business. */
export type FaultCode =
  | "noHeading"
  | "twice"
  | "required"
  | "decimal"
  | "whole"
  | "day"
  | "email"
  | "oneOf"
  | "tooLong"
  | "tooMany"
  | "quotes"
  | "empty"
  | "country"
  | "price"
  | "exception"
  | "decimals"
  | "band"
  | "repeated"
  | "overlap";

export interface FoundFault {
  /** Both from 1, as spreadsheets count; a fault of a whole line has no column. */
  line: number;
  column: number | null;
  heading: string;
  code: FaultCode;
  /** What would be right, where that is one thing. */
  expected?: string;
}

export interface CheckedFile {
  rows: number;
  /** The first of them; `faultCount` counts all. */
  faults: FoundFault[];
  faultCount: number;
  /** Headings of columns that nobody reads. */
  ignored: string[];
}

/** Who corrects a file looks at them all; more are the same mistake in every row. */
const MOST_FAULTS = 5_000;
const TELL_EVERY = 2_000;

/** The text of a file in UTF-8 or UTF-16 with a mark, in UTF-8 without one, or else as Windows writes it in Western Europe. */
export function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** What divides the values: whichever the headings have most of. */
function separatorOf(text: string): string {
  const headings = text.trimStart().split("\n", 1)[0] ?? "";
  const count = (mark: string) => headings.split(mark).length;
  return [";", ",", "\t"].reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}

const fold = (text: string) => text.trim().toLowerCase();

function faultOf(column: ImportColumn, text: string): Pick<FoundFault, "code" | "expected"> | null {
  if (text === "") return column.required ? { code: "required" } : null;
  if (column.maxLength !== undefined && text.length > column.maxLength)
    return { code: "tooLong", expected: String(column.maxLength) };
  if (column.oneOf && !column.oneOf.some((value) => fold(value) === fold(text)))
    return { code: "oneOf", expected: column.oneOf.join(", ") };
  const { kind = "text" } = column;
  if (kind === "decimal" && parseDecimal(text) === null) return { code: "decimal" };
  if (kind === "whole" && !/^-?\d+$/.test(parseDecimal(text) ?? "")) return { code: "whole" };
  if (kind === "day" && parseDay(text) === null) return { code: "day" };
  if (kind === "email" && !isEmail(text)) return { code: "email" };
  return null;
}

/** What a row of a file holds, by the names of columns, and a way to say what is wrong with one of them. */
export interface ReadRow {
  line: number;
  values: Record<string, string>;
  /** Where a column stands, from 1; null: the file has none such. */
  place(column: string): number | null;
  fault(column: string, code: FaultCode): void;
}

/**
 * Checks the text of a CSV file, divided by semicolons, commas or tabs, against the columns that it should have.
 *
 * @param onProgress told now and then how much has been read, 0 to 1
 * @param onRow takes each row that nothing is wrong with by itself, and may say what else is
 */
export function checkCsv(
  source: string,
  columns: ImportColumn[],
  onProgress: (share: number) => void = () => {},
  onRow?: (row: ReadRow) => void,
): CheckedFile {
  const text = source.replace(/\r\n?/g, "\n");
  const checked: CheckedFile = { rows: 0, faults: [], faultCount: 0, ignored: [] };
  const add = (fault: FoundFault) => {
    checked.faultCount += 1;
    if (checked.faults.length < MOST_FAULTS) checked.faults.push(fault);
  };
  /** By place in the file, what the column should hold; undefined for what nobody reads. */
  let read: (ImportColumn | undefined)[] | null = null;
  let headings: string[] = [];
  let line = 1;
  let before = 0;

  const takeHeadings = (cells: string[]) => {
    headings = cells.map((cell) => cell.trim());
    read = headings.map((heading) => columns.find(({ name }) => fold(name) === fold(heading)));
    checked.ignored = headings.filter((heading, at) => heading !== "" && !read?.[at]);
    for (const [at, column] of read.entries())
      if (column && read.indexOf(column) < at)
        add({ line, column: at + 1, heading: headings[at] ?? "", code: "twice" });
    for (const column of columns)
      if (column.required && !read.includes(column))
        add({ line, column: null, heading: column.name, code: "noHeading" });
  };
  const takeRow = (cells: string[], from: (ImportColumn | undefined)[]) => {
    checked.rows += 1;
    const faultsBefore = checked.faultCount;
    for (const [at, column] of from.entries()) {
      const fault = column && faultOf(column, (cells[at] ?? "").trim());
      if (fault) add({ line, column: at + 1, heading: headings[at] ?? "", ...fault });
    }
    if (cells.slice(from.length).some((cell) => cell.trim() !== ""))
      add({ line, column: from.length + 1, heading: "", code: "tooMany" });
    if (!onRow || checked.faultCount > faultsBefore) return;
    const at = line;
    const place = (name: string) => from.findIndex((column) => column?.name === name) + 1 || null;
    const value = ({ name }: ImportColumn) =>
      (cells[from.findIndex((column) => column?.name === name)] ?? "").trim();
    onRow({
      line,
      values: Object.fromEntries(columns.map((column) => [column.name, value(column)])),
      place,
      fault: (name, code) => {
        const column = from.findIndex((each) => each?.name === name);
        add({ line: at, column: column + 1, heading: headings[column] ?? name, code });
      },
    });
  };

  Papa.parse<string[]>(text, {
    delimiter: separatorOf(text),
    newline: "\n",
    step: ({ data, errors, meta }) => {
      if (errors.some(({ type }) => type === "Quotes"))
        add({ line, column: null, heading: "", code: "quotes" });
      if (data.some((cell) => cell.trim() !== "")) {
        if (read) takeRow(data, read);
        else takeHeadings(data);
      }
      // A quoted value may hold lines of its own.
      line += text.slice(before, meta.cursor).split("\n").length - 1;
      before = meta.cursor;
      if (checked.rows % TELL_EVERY === 0) onProgress(meta.cursor / text.length);
    },
  });
  if (checked.rows === 0 && checked.faultCount === 0)
    add({ line: 1, column: null, heading: "", code: "empty" });
  return checked;
}
