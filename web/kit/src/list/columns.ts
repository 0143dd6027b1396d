import type { ReactNode } from "react";
import type { MenuAction } from "../layout/ActionMenu";
import type { SortField } from "./fields";
import type { Summand } from "./totals";

/**
 * One column of a list. With the list's name only what the host sorts by can be `sortable`: `Column<OrderRow, "orders">`.
 */
export type Column<Row, List extends string = string> = Presented<Row> &
  (string extends List
    ? { id: string; sortable?: boolean }
    : { id: string; sortable?: false } | { id: SortField<List>; sortable: true });

interface Presented<Row> {
  /** The field's name; what the server sorts by when `sortable`. */
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Numbers and money stand right. */
  align?: "left" | "right";
  /** Pixels, beyond which it grows only where there is room; without it the column takes what is left. */
  width?: number;
  /** What a row adds to the total at the foot of the column; null where it adds nothing. */
  total?: (row: Row) => Summand | null;
  /** Out of sight until somebody chooses it. */
  hidden?: boolean;
  /**
   * Its part in the card that a row becomes on phones: the title, the mark beside it, one of the main facts.
   * Columns without one are not in the card.
   */
  card?: "title" | "mark" | "fact";
}

/** What every presentation of rows needs to know. */
export interface RowsView<Row> {
  columns: Column<Row>[];
  rowKey: (row: Row) => string;
  /** What a row is called, for its checkbox and link: "Order #1042". */
  rowLabel: (row: Row) => string;
  /** The row's own screen, when it has one. */
  rowTo?: (row: Row) => string;
  /** Opens the row where it has no screen of its own. */
  onOpen?: (row: Row) => void;
  /** What a row holds, in a panel that opens below it; asked for only once it is open. */
  expand?: (row: Row) => ReactNode;
  /** What can be done with one row, in the menu at its end. Without it there are no menus. */
  rowActions?: (row: Row) => MenuAction[];
}
