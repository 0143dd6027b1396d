import { decimalsOf, isDecimal, padDecimal, parseDecimal } from "../form/decimal";
import { fold } from "../form/fold";

/** A row of a grid: what its cells hold, as the API writes it. */
export type GridRow = Record<string, string>;

export interface GridColumn {
  /** The field of the rows. */
  id: string;
  label: string;
  kind?: "text" | "decimal" | "whole";
  /** What a text may be: a cell holds the value and shows the label; either may be typed, without case and accents. */
  options?: { value: string; label: string }[];
  /** Digits behind the mark of a decimal, which a shorter one is filled up to. */
  decimals?: number;
  required?: boolean;
  /** What may only be read. */
  readOnly?: boolean;
  /** Pixels. */
  width?: number;
}

/** What the server said of a cell. */
export interface Refusal {
  /** Counted from 0. */
  row: number;
  /** A column's id. */
  column: string;
  message: string;
}

/** What a cell holds once this is typed or pasted into it; a text that is no number stays, to be mended. */
export function cellValue(column: GridColumn, text: string): string {
  const bare = text.trim();
  if (column.options) {
    const meant = fold(bare);
    const option = column.options.find(({ value, label }) =>
      [value, label].some((each) => fold(each) === meant),
    );
    return option?.value ?? bare;
  }
  if ((column.kind ?? "text") === "text") return bare;
  const value = parseDecimal(bare.replace(/[€$£%]/g, ""));
  return value === null ? bare : padDecimal(value, column.decimals ?? 0);
}

/** What a cell shows of its value, apart from how numbers are written. */
export const cellText = ({ options }: GridColumn, value: string) =>
  options?.find((option) => option.value === value)?.label ?? value;

export type CellFault = "required" | "number" | "whole" | "decimals" | "option";

/** Why a cell's value cannot be taken; null when it can. */
export function faultOf(
  { kind = "text", required, decimals, options }: GridColumn,
  value: string,
): CellFault | null {
  if (value === "") return required ? "required" : null;
  if (options) return options.some((option) => option.value === value) ? null : "option";
  if (kind === "text") return null;
  if (!isDecimal(value)) return "number";
  if (kind === "whole") return value.includes(".") ? "whole" : null;
  return decimals !== undefined && decimalsOf(value) > decimals ? "decimals" : null;
}

/** How many cells of all rows cannot be taken: what a form asks before it sends them. */
export const faultCount = (columns: GridColumn[], rows: GridRow[]) =>
  rows.reduce(
    (sum, row) => sum + columns.filter((column) => faultOf(column, row[column.id] ?? "") !== null).length,
    0,
  );

/** The cells of what a spreadsheet puts on the clipboard: tabs between cells, a line a row, quotes where a cell has lines. */
export function cellsOf(text: string): string[][] {
  const cells = [
    ...text
      .replace(/\r\n?/g, "\n")
      .replace(/\n$/, "")
      .matchAll(/("(?:[^"]|"")*"|[^\t\n]*)(\t|\n|$)/g),
  ];
  const rows: string[][] = [[]];
  for (const [, raw = "", end] of cells) {
    rows.at(-1)?.push(raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw);
    if (end === "\n") rows.push([]);
    if (end === "") break;
  }
  return rows;
}

interface Place {
  row: number;
  column: number;
}

/**
 * The rows with pasted cells laid over them from a place on. What does not fit to the right is left out, as is what may only
 * be read; rows below the last are added where `newRow` makes some.
 */
export function pasted(
  rows: GridRow[],
  columns: GridColumn[],
  at: Place,
  cells: string[][],
  newRow?: () => GridRow,
): GridRow[] {
  const after = [...rows];
  for (const [down, line] of cells.entries()) {
    const row = after[at.row + down] ?? newRow?.();
    if (!row) break;
    const changed = { ...row };
    for (const [right, text] of line.entries()) {
      const column = columns[at.column + right];
      if (column && !column.readOnly) changed[column.id] = cellValue(column, text);
    }
    after[at.row + down] = changed;
  }
  return after;
}
