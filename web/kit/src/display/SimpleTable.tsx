import type { Key, ReactNode } from "react";
import classes from "./SimpleTable.module.css";

interface SimpleTableProps<Row> {
  /** What the table shows, for screen readers. */
  caption: string;
  columns: { id: string; header: string; align?: "left" | "right"; cell: (row: Row) => ReactNode }[];
  rows: Row[];
  rowKey: (row: Row) => Key;
}

/** As many columns as fit beside each other on a phone. */
const NARROW = 3;

/** A few rows inside a page, all at once; lists are DataTable's. On phones a row of many columns is a card. */
export function SimpleTable<Row>(props: SimpleTableProps<Row>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: no landmark, which each table would be one more of
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
    <div className={classes.scroll} role="group" aria-label={props.caption} tabIndex={0}>
      <table className={classes.table} data-wide={props.columns.length > NARROW || undefined}>
        <thead>
          <tr>
            {props.columns.map((column) => (
              <th key={column.id} scope="col" data-align={column.align}>
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.rows.map((row) => (
            <tr key={props.rowKey(row)}>
              {props.columns.map((column) => (
                <td key={column.id} data-align={column.align} data-label={column.header}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
