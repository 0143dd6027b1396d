import { expect, test } from "vitest";
import { cellsOf, copyOf, countOf, filled, pasteInto, raised, type Span, typedValue } from "./selection";

const span = (top: number, left: number, bottom = top, right = left): Span => ({
  from: { row: top, column: left },
  to: { row: bottom, column: right },
});
const SIZE = { row: 4, column: 4 };
const placed = (cells: ReturnType<typeof pasteInto>) =>
  cells.map(({ spot: { row, column }, value }) => `${row}.${column}=${value}`);

test("a block of a spreadsheet, French or English, is laid over the cells from the first selected one", () => {
  expect(placed(pasteInto(span(1, 1), "4,20\t1 234,5\r\n5.1\t€6.80\r\n", SIZE))).toEqual([
    "1.1=4.20",
    "1.2=1234.50",
    "2.1=5.10",
    "2.2=6.80",
  ]);
  // A shorter line says nothing of the cells beyond it; an empty one empties.
  expect(placed(pasteInto(span(0, 0), "1\t2\n3\n\t4", SIZE)).slice(2)).toEqual([
    "1.0=3.00",
    "2.0=",
    "2.1=4.00",
  ]);
  // What does not fit is left out; what is no number stays, to be mended.
  expect(placed(pasteInto(span(3, 3), "x\t2\n3\t4", SIZE))).toEqual(["3.3=x"]);
});

test("a cell of a spreadsheet may have quotes and lines", () => {
  expect(cellsOf('"a\n""b"""\t\nc\t')).toEqual([
    ['a\n"b"', ""],
    ["c", ""],
  ]);
});

test("one cell fills the selection, and so does a block that fits several times", () => {
  expect(placed(pasteInto(span(0, 0, 1, 1), "2", SIZE))).toEqual([
    "0.0=2.00",
    "0.1=2.00",
    "1.0=2.00",
    "1.1=2.00",
  ]);
  expect(placed(pasteInto(span(2, 0, 1, 3), "1\t2", SIZE)).slice(0, 4)).toEqual([
    "1.0=1.00",
    "1.1=2.00",
    "1.2=1.00",
    "1.3=2.00",
  ]);
  // Three rows do not hold two rows twice.
  expect(pasteInto(span(0, 0, 2, 0), "1\n2", SIZE)).toHaveLength(2);
});

test("a selection drawn upwards is the same selection", () => {
  expect(countOf(span(2, 3, 1, 1))).toBe(6);
  expect(copyOf(span(1, 1, 0, 0), ({ row, column }) => `${row}${column}`)).toBe("00\t01\n10\t11");
});

test("the first row or column fills the others", () => {
  const read = ({ row, column }: { row: number; column: number }) => `${row}${column}`;
  expect(placed(filled(span(0, 0, 1, 1), "down", read))).toEqual(["0.0=00", "0.1=01", "1.0=00", "1.1=01"]);
  expect(placed(filled(span(0, 0, 1, 1), "right", read))).toEqual(["0.0=00", "0.1=00", "1.0=10", "1.1=10"]);
});

test.each([
  ["4.20", "5", "4.41"],
  ["10.00", "2.5", "10.25"],
  ["0.05", "10", "0.06"],
  ["0.04", "10", "0.04"],
  ["5.00", "-10", "4.50"],
  ["5.00", "-100", "0.00"],
  ["9999.99", "0.01", "10000.99"],
  ["x", "5", "x"],
])("%s raised by %s %% is %s", (value, percent, expected) => {
  expect(raised(value, percent)).toBe(expected);
});

test("what is typed is an exact decimal", () => {
  expect(["4,5", "1,234.5", " 7 ", "abc", ""].map(typedValue)).toEqual([
    "4.50",
    "1234.50",
    "7.00",
    "abc",
    "",
  ]);
});
