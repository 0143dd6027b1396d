// What a sheet does with its cells; how it looks is `SheetCells`' business.
import { addDecimals, decimalsOf, isDecimal, padDecimal, parseDecimal } from "../form/decimal";

/** A row or a column of a sheet. */
export interface SheetLine {
  id: string;
  label: string;
  /** Before its label, for the eye only: a flag. */
  picture?: string;
  /** What is odd about it, beside its label: "no price from 1 to 2 kg". */
  hint?: string;
}

/** What cells hold, by the key that `keyOf` makes of their row and column; what is not there is empty. */
export type SheetValues = ReadonlyMap<string, string>;

/** A cell by its place. */
export interface Spot {
  row: number;
  column: number;
}

/** The selection: from the cell that has the focus to the one that it was drawn to. */
export interface Span {
  from: Spot;
  to: Spot;
}

/** The selection's edges, both included. */
export function edgesOf({ from, to }: Span) {
  return {
    top: Math.min(from.row, to.row),
    bottom: Math.max(from.row, to.row),
    left: Math.min(from.column, to.column),
    right: Math.max(from.column, to.column),
  };
}

export const countOf = (span: Span) => {
  const { top, bottom, left, right } = edgesOf(span);
  return (bottom - top + 1) * (right - left + 1);
};

const upTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

/** The cells of a selection, row by row. */
export function spotsOf(span: Span): Spot[] {
  const { top, bottom, left, right } = edgesOf(span);
  return upTo(top, bottom).flatMap((row) => upTo(left, right).map((column) => ({ row, column })));
}

/** What a cell holds once this is typed or pasted into it: an exact decimal; a text that is no number stays, to be mended. */
export function typedValue(text: string): string {
  const bare = text.trim();
  const value = parseDecimal(bare.replace(/[€$£%]/g, ""));
  return value === null ? bare : padDecimal(value, 2);
}

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

/**
 * Where the cells of a spreadsheet go: from the selection's first cell on; one cell, or a block that fits into the selection
 * several times, fills it.
 *
 * @param size of the sheet: what does not fit is left out
 */
export function pasteInto(span: Span, text: string, size: Spot): { spot: Spot; value: string }[] {
  const cells = cellsOf(text);
  const { top, bottom, left, right } = edgesOf(span);
  const high = cells.length;
  const wide = Math.max(...cells.map((line) => line.length));
  const times = (room: number, length: number) => (room % length === 0 ? room : length);
  const down = times(bottom - top + 1, high);
  const across = times(right - left + 1, wide);
  const spots = upTo(0, down - 1).flatMap((row) => upTo(0, across - 1).map((column) => ({ row, column })));
  return spots.flatMap((at) => {
    const text = cells[at.row % high]?.[at.column % wide];
    const spot = { row: top + at.row, column: left + at.column };
    // A line may have fewer cells than others: nothing is said of what lies beyond.
    if (text === undefined || spot.row >= size.row || spot.column >= size.column) return [];
    return [{ spot, value: typedValue(text) }];
  });
}

/** What a spreadsheet takes of a selection: tabs between cells, a line a row. */
export function copyOf(span: Span, read: (spot: Spot) => string): string {
  const { top, bottom, left, right } = edgesOf(span);
  const line = (row: number) =>
    upTo(left, right)
      .map((column) => read({ row, column }))
      .join("\t");
  return upTo(top, bottom).map(line).join("\n");
}

/** The first row of a selection in all its rows, or its first column in all its columns. */
export function filled(span: Span, way: "down" | "right", read: (spot: Spot) => string) {
  const { top, left } = edgesOf(span);
  const source = ({ row, column }: Spot) => (way === "down" ? { row: top, column } : { row, column: left });
  return spotsOf(span).map((spot) => ({ spot, value: read(source(spot)) }));
}

/** A price after a rise in percent, to the cent, half up; below nothing it does not fall. */
export function raised(value: string, percent: string): string {
  if (!isDecimal(value) || !isDecimal(percent)) return value;
  const share = addDecimals(["100", percent]);
  const digits = decimalsOf(value) + decimalsOf(share) + 2;
  const whole = (decimal: string) => BigInt(decimal.replace(".", ""));
  const product = whole(value) * whole(share);
  const unit = 10n ** BigInt(digits);
  const cents = (product * 100n * 2n + unit) / (unit * 2n);
  const text = (cents < 0n ? 0n : cents).toString().padStart(3, "0");
  return padDecimal(`${text.slice(0, -2)}.${text.slice(-2)}`, 2);
}
