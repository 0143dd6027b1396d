import { lazy, type ReactNode, Suspense } from "react";
import { SkeletonLines } from "../display/states";
import type { SheetLine, SheetValues } from "./selection";

const SheetPart = lazy(() => import("./SheetPart"));

export interface SheetProps {
  /** What is in it, for a screen reader: "Prices of Colissimo". */
  label: string;
  /** What its rows are: "Country". */
  rowHeading: string;
  rows: SheetLine[];
  columns: SheetLine[];
  /** The key of a cell in the values; keep it the same between renders. */
  keyOf: (row: string, column: string) => string;
  /** What is there. */
  saved: SheetValues;
  /** What holds where a cell is empty: it stands there quietly. Keep it the same between renders. */
  fallback?: SheetValues;
  /** What was made of it and is not saved; "" empties a cell. */
  changed: SheetValues;
  /** What is wrong with cells, in words. */
  faults: SheetValues;
  /** Is told what cells are to hold, many at once; without it the sheet is read only. */
  onChange?: (cells: SheetValues) => void;
  /** Absent: there is nothing to undo, or to do again. */
  onUndo?: () => void;
  onRedo?: () => void;
  /** The row and column of the cell to go to; another object goes there again. */
  goTo?: { row: string; column: string } | null;
  /** Further tools, beside its own. */
  tools?: ReactNode;
  /** What stands in its place while there is no row. */
  empty?: ReactNode;
}

/**
 * Exact decimals in many rows and columns with the keys of a spreadsheet: arrows, Enter, Tab, F2, typing to replace, Delete; a
 * selection by Shift and arrows or by the pointer, copied, pasted, filled (Ctrl D, Ctrl R) and raised by a percentage; undo
 * and redo (Ctrl Z, Ctrl Shift Z). What is not saved and what is wrong is marked. Only the cells in sight are drawn.
 */
export function Sheet(props: SheetProps) {
  return (
    <Suspense fallback={<SkeletonLines lines={14} />}>
      <SheetPart {...props} />
    </Suspense>
  );
}
