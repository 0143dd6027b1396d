import { Fragment, type Key, lazy, type ReactNode, useId } from "react";
import { Fetching } from "../layout/Fetching";
import { Expander, PanelContent } from "../list/Expander";
import { useExpanded } from "../list/useExpanded";
import type LongTableOf from "./LongTable";
import classes from "./SimpleTable.module.css";
import { SkeletonLines } from "./states";

const LongTable = lazy(() => import("./LongTable")) as unknown as typeof LongTableOf;

export interface SimpleTableProps<Row> {
  /** What the table shows, for screen readers. */
  caption: string;
  columns: { id: string; header: string; align?: "left" | "right"; cell: (row: Row) => ReactNode }[];
  rows: Row[];
  rowKey: (row: Row) => Key;
  /** Its columns are compared with each other: it stays a table on phones, and its first column in sight. */
  isMatrix?: boolean;
  /** What opens below a row, fetched only then; null of a row that holds nothing more. Then all rows are drawn. */
  expand?: {
    /** What the row is called. */
    label: (row: Row) => string;
    panel: (row: Row) => (() => ReactNode) | null;
  };
}

/** As many columns as fit beside each other on a phone. */
const NARROW = 3;
/** Of rows; of more, those in sight alone are drawn. */
const MOST_DRAWN = 200;

/** The names of the columns. */
export function Headings<Row>({ columns }: Pick<SimpleTableProps<Row>, "columns">) {
  return columns.map((column) => (
    <th key={column.id} scope="col" data-align={column.align}>
      {column.header}
    </th>
  ));
}

/** One row's cells. */
export function Cells<Row>(props: Pick<SimpleTableProps<Row>, "columns"> & { row: Row; before?: ReactNode }) {
  const { columns, row, before } = props;
  return columns.map((column, at) => (
    <td key={column.id} data-align={column.align} data-label={column.header}>
      {at === 0 && before ? (
        <div className={classes.opener}>
          {before}
          <div>{column.cell(row)}</div>
        </div>
      ) : (
        column.cell(row)
      )}
    </td>
  ));
}

/** The rows, each with what opens below it. */
function ExpandableRows<Row>({ columns, rows, rowKey, expand }: SimpleTableProps<Row>) {
  const { ids, toggle } = useExpanded();
  const panels = useId();
  return rows.map((row) => {
    const id = String(rowKey(row));
    const panel = expand?.panel(row);
    const isOpen = ids.has(id);
    const place = `${panels}-${id}`;
    const opener = expand && panel && (
      <Expander row={expand.label(row)} panel={place} isOpen={isOpen} onToggle={() => toggle(id)} />
    );
    return (
      <Fragment key={id}>
        <tr>
          <Cells columns={columns} row={row} before={opener} />
        </tr>
        {panel && isOpen && (
          <tr id={place} className={classes.panel}>
            <td colSpan={columns.length}>
              <PanelContent>{panel()}</PanelContent>
            </td>
          </tr>
        )}
      </Fragment>
    );
  });
}

export const isWide = (columns: unknown[]) => columns.length > NARROW || undefined;

/**
 * Rows inside a page, all at once; lists are DataTable's. On phones a row of many columns is a card. More than 200 rows
 * scroll in a box of their own that draws those in sight, and on paper all of them: the browser's own search (Ctrl F) finds
 * no others, so that who has many offers a search or a file beside them.
 */
export function SimpleTable<Row>(props: SimpleTableProps<Row>) {
  const { columns, rows } = props;
  if (rows.length > MOST_DRAWN && !props.expand)
    return (
      <Fetching of={LongTable} fallback={<SkeletonLines lines={12} />}>
        <LongTable {...props} />
      </Fetching>
    );
  return (
    // biome-ignore lint/a11y/useSemanticElements: no landmark, which each table would be one more of
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
    <div className={classes.scroll} role="group" aria-label={props.caption} tabIndex={0}>
      <table
        className={classes.table}
        data-wide={props.isMatrix ? undefined : isWide(columns)}
        data-matrix={props.isMatrix || undefined}
      >
        <thead>
          <tr>
            <Headings columns={columns} />
          </tr>
        </thead>
        <tbody>
          <ExpandableRows {...props} />
        </tbody>
      </table>
    </div>
  );
}
