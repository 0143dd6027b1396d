import "react-data-grid/lib/styles.css";
import { useId, useState } from "react";
import { type Column, DataGrid, type RenderEditCellProps } from "react-data-grid";
import { useTranslation } from "react-i18next";
import { formatDecimal } from "../form/decimal";
import type { GridProps } from "./Grid";
import classes from "./Grid.module.css";
import { cellsOf, cellText, cellValue, faultOf, type GridColumn, type GridRow, pasted } from "./values";

/** Of rows; of more, those in sight alone are drawn. */
const MOST_DRAWN = 200;

/** A row with its place, which is all that tells one from another. */
type Placed = { at: number; row: GridRow };

type EditorProps = RenderEditCellProps<Placed> & { of: GridColumn };

function Editor({ row, column, onRowChange, onClose, of }: EditorProps) {
  const list = useId();
  const [text, setText] = useState(cellText(of, row.row[column.key] ?? ""));
  const change = (typed: string) => {
    setText(typed);
    onRowChange({ ...row, row: { ...row.row, [column.key]: typed } });
  };
  return (
    <>
      <input
        className={classes.editor}
        aria-label={String(column.name)}
        // biome-ignore lint/a11y/noAutofocus: it stands in the cell that has the focus
        autoFocus
        list={of.options && list}
        value={text}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => change(event.currentTarget.value)}
        onBlur={() => onClose(true, false)}
      />
      {of.options && (
        <datalist id={list}>
          {of.options.map(({ value, label }) => (
            <option key={value} value={label} />
          ))}
        </datalist>
      )}
    </>
  );
}

/** The cells themselves; `Grid` fetches them, and react-data-grid with them, when one is first shown. */
export default function Cells({ label, columns, rows, onChange, newRow, refusals = [] }: GridProps) {
  const { t, i18n } = useTranslation("parts");
  const language = i18n.resolvedLanguage ?? "fr";
  const words = {
    required: t("grid.required"),
    number: t("grid.number"),
    whole: t("grid.whole"),
    decimals: t("grid.decimals"),
    option: t("grid.option"),
  };
  /** Why a cell cannot be taken, in words. */
  const wrong = (column: GridColumn, { at, row }: Placed): string | undefined => {
    const fault = faultOf(column, row[column.id] ?? "");
    if (fault) return words[fault];
    return refusals.find((refusal) => refusal.row === at && refusal.column === column.id)?.message;
  };
  const cell = (column: GridColumn, placed: Placed) => {
    const fault = wrong(column, placed);
    const text = cellText(column, placed.row[column.id] ?? "");
    return (
      <span title={fault}>
        {(column.kind ?? "text") === "text" ? text : formatDecimal(text, language)}
        {fault && <span className={classes.unseen}> ({fault})</span>}
      </span>
    );
  };
  const shown = columns.map(
    (column): Column<Placed> => ({
      key: column.id,
      name: column.label,
      width: column.width,
      minWidth: 90,
      resizable: true,
      editable: !column.readOnly,
      renderEditCell: column.readOnly ? undefined : (props) => <Editor {...props} of={column} />,
      headerCellClass: column.kind && column.kind !== "text" ? classes.number : undefined,
      cellClass: (placed) =>
        [
          column.kind && column.kind !== "text" && classes.number,
          column.readOnly && classes.readOnly,
          wrong(column, placed) && classes.wrong,
        ]
          .filter(Boolean)
          .join(" "),
      renderCell: ({ row }) => cell(column, row),
    }),
  );
  const change = (at: number, column: GridColumn | undefined, text: string) => {
    if (!column || column.readOnly) return;
    onChange(rows.map((row, each) => (each === at ? { ...row, [column.id]: cellValue(column, text) } : row)));
  };
  const columnOf = (key: string) => columns.find(({ id }) => id === key);
  return (
    <DataGrid
      className={classes.cells}
      aria-label={label}
      columns={shown}
      rows={rows.map((row, at) => ({ at, row }))}
      rowKeyGetter={({ at }) => at}
      // So that the browser finds what is in it, while it is small.
      enableVirtualization={rows.length > MOST_DRAWN}
      rowHeight={36}
      headerRowHeight={36}
      onRowsChange={(changed, { indexes, column }) => {
        const [at = -1] = indexes;
        change(at, columnOf(column.key), changed[at]?.row[column.key] ?? "");
      }}
      onCellKeyDown={({ mode, row, column }, event) => {
        if (mode !== "ACTIVE" || !column) return;
        if (event.key !== "Delete" && event.key !== "Backspace") return;
        event.preventGridDefault();
        if (row) change(row.at, columnOf(column.key), "");
      }}
      onCellCopy={({ row, column }, event) => {
        const value = row.row[column.key] ?? "";
        const copied = columnOf(column.key);
        event.clipboardData.setData("text/plain", copied ? cellText(copied, value) : value);
        event.preventDefault();
      }}
      onCellPaste={({ row, column }, event) => {
        const cells = cellsOf(event.clipboardData.getData("text/plain"));
        const place = { row: row.at, column: columns.findIndex(({ id }) => id === column.key) };
        onChange(pasted(rows, columns, place, cells, newRow));
        return row;
      }}
    />
  );
}
