import "react-data-grid/lib/styles.css";
import { type MouseEvent, type Ref, useImperativeHandle, useMemo, useRef } from "react";
import {
  Cell,
  type CellRendererProps,
  type Column,
  DataGrid,
  type DataGridHandle,
  type RenderEditCellProps,
} from "react-data-grid";
import { useTranslation } from "react-i18next";
import { formatDecimal, typedDecimal } from "../form/decimal";
import type { SheetProps } from "./Sheet";
import classes from "./Sheet.module.css";
import {
  copyOf,
  edgesOf,
  filled,
  pasteInto,
  type SheetLine,
  type Span,
  type Spot,
  typedValue,
} from "./selection";

/** A row as it is drawn; `typed` is on its way from an editor. */
interface Drawn {
  at: number;
  line: SheetLine;
  values: string[];
  typed?: string;
}

/** What stands outside the cells and acts on them. */
export interface SheetHandle {
  /** Brings a cell into sight and gives it the focus. */
  show(spot: Spot): void;
}

export interface SheetCellsProps
  extends Pick<
    SheetProps,
    "label" | "rowHeading" | "rows" | "columns" | "fallback" | "changed" | "faults" | "keyOf"
  > {
  ref: Ref<SheetHandle>;
  span: Span | null;
  setSpan: (span: Span | null) => void;
  read: (spot: Spot) => string;
  /** Absent: nothing can be changed. */
  write: ((cells: { spot: Spot; value: string }[]) => void) | undefined;
}

/** Pixels. */
const PINNED = 190;
const WIDTH = 104;
const MOVES: Record<string, Spot> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
};

/** The grid's columns count the pinned one. */
const toIdx = (column: number) => column + 1;
const within = (value: number, count: number) => Math.max(0, Math.min(count - 1, value));

function Editor({ row, column, onRowChange, onClose }: RenderEditCellProps<Drawn>) {
  const { i18n } = useTranslation();
  const value = row.values[column.idx - 1] ?? "";
  const typeable = typedDecimal(value, i18n.resolvedLanguage ?? "fr");
  return (
    <input
      className={classes.editor}
      aria-label={`${row.line.label}, ${String(column.name)}`}
      inputMode="decimal"
      // biome-ignore lint/a11y/noAutofocus: it stands in the cell that has the focus
      autoFocus
      value={row.typed ?? typeable}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => onRowChange({ ...row, typed: event.currentTarget.value })}
      onBlur={() => onClose(true, false)}
    />
  );
}

function Heading({ line }: { line: SheetLine }) {
  return (
    <span className={classes.heading} title={line.hint}>
      {line.picture && <span aria-hidden="true">{line.picture} </span>}
      {line.label}
      {line.hint && (
        <>
          <span className={classes.mark} aria-hidden="true">
            {" "}
            ⚠
          </span>
          <span className={classes.unseen}> ({line.hint})</span>
        </>
      )}
    </span>
  );
}

/** The cell that the pointer is over; null outside of them, and in the pinned column. */
function spotAt(event: MouseEvent): Spot | null {
  const cell = (event.target as Element).closest("[role=gridcell]");
  const column = Number(cell?.getAttribute("aria-colindex")) - 2;
  // Rows are counted from the headings on.
  const row = Number(cell?.closest("[role=row]")?.getAttribute("aria-rowindex")) - 2;
  return cell && column >= 0 && row >= 0 ? { row, column } : null;
}

/** The cells themselves. */
export default function SheetCells(props: SheetCellsProps) {
  const { rows, columns, fallback, changed, faults, keyOf, span, setSpan, read, write } = props;
  const { t, i18n } = useTranslation("parts");
  const language = i18n.resolvedLanguage ?? "fr";
  const grid = useRef<DataGridHandle>(null);
  const isDrawing = useRef(false);
  useImperativeHandle(props.ref, () => ({
    show: ({ row, column }) => {
      grid.current?.scrollToCell({ rowIdx: row, idx: toIdx(column) });
      grid.current?.setActivePosition({ rowIdx: row, idx: toIdx(column) }, { shouldFocus: true });
      // Where it is the active one already, nothing above gives it the focus.
      grid.current?.element?.querySelector<HTMLElement>("[role=gridcell][tabindex='0']")?.focus();
      setSpan({ from: { row, column }, to: { row, column } });
    },
  }));

  const drawn = useMemo(
    () =>
      rows.map(
        (line, row): Drawn => ({ at: row, line, values: columns.map((_, column) => read({ row, column })) }),
      ),
    [rows, columns, read],
  );
  const isEditable = write !== undefined;
  const shown = useMemo(
    (): Column<Drawn>[] => [
      {
        key: " ",
        name: props.rowHeading,
        frozen: true,
        width: PINNED,
        cellClass: classes.pinned,
        renderCell: ({ row }) => <Heading line={row.line} />,
      },
      ...columns.map(
        (line, at): Column<Drawn> => ({
          key: line.id,
          name: line.label,
          width: WIDTH,
          minWidth: 72,
          resizable: true,
          editable: isEditable,
          renderEditCell: isEditable ? Editor : undefined,
          editorOptions: { closeOnExternalRowChange: false },
          headerCellClass: classes.number,
          cellClass: classes.number,
          renderHeaderCell: () => <Heading line={line} />,
          renderCell: ({ row }) => {
            const value = row.values[at];
            const instead = value ? undefined : fallback?.get(keyOf(row.line.id, line.id));
            if (!instead) return formatDecimal(value ?? "", language);
            return (
              <span className={classes.fallback}>
                {formatDecimal(instead, language)}{" "}
                <span className={classes.unseen}>({t("sheet.fallback")})</span>
              </span>
            );
          },
        }),
      ),
    ],
    [columns, fallback, keyOf, isEditable, language, t, props.rowHeading],
  );

  const renderers = useMemo(() => {
    const edges = span && edgesOf(span);
    const isIn = (row: number, column: number) =>
      edges !== null &&
      row >= edges.top &&
      row <= edges.bottom &&
      column >= edges.left &&
      column <= edges.right;
    const renderCell = (key: React.Key, cell: CellRendererProps<Drawn, unknown>) => {
      const column = columns[cell.column.idx - 1];
      if (!column) return <Cell key={key} {...cell} />;
      const name = keyOf(cell.row.line.id, column.id);
      const fault = faults.get(name);
      const isChanged = changed.has(name);
      const selected = isIn(cell.rowIdx, cell.column.idx - 1);
      const looks = [
        isChanged && classes.changed,
        fault && classes.wrong,
        selected && (edges?.top !== edges?.bottom || edges?.left !== edges?.right) && classes.selected,
      ];
      const says = [isChanged && t("sheet.unsaved"), fault].filter(Boolean).join(" · ");
      return (
        <Cell
          key={key}
          {...cell}
          className={looks.filter(Boolean).join(" ")}
          title={says || undefined}
          aria-description={says || undefined}
          aria-invalid={fault ? true : undefined}
          aria-selected={selected || cell.isCellActive}
        />
      );
    };
    return { renderCell };
  }, [span, columns, changed, faults, keyOf, t]);

  const extend = (to: Spot) => {
    if (!span) return;
    setSpan({ from: span.from, to });
    const row = grid.current?.element?.querySelector(`:scope > [aria-rowindex="${to.row + 2}"]`);
    const cell = row?.querySelector(`[aria-colindex="${to.column + 2}"]`);
    // What is drawn is brought into sight by the browser, at a fraction of what the grid takes for it.
    if (cell) cell.scrollIntoView({ block: "nearest", inline: "nearest" });
    else grid.current?.scrollToCell({ rowIdx: to.row, idx: toIdx(to.column) });
  };
  const clear = () => span && write?.(filledWith(span, ""));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the pointer draws the selection over the cells; keys do so in them
    // biome-ignore lint/a11y/useKeyWithMouseEvents: the same
    <div
      onMouseOver={(event) => {
        const spot = event.buttons === 1 && isDrawing.current ? spotAt(event) : null;
        if (spot && span) setSpan({ from: span.from, to: spot });
      }}
      onMouseUp={() => {
        isDrawing.current = false;
      }}
    >
      <DataGrid
        ref={grid}
        className={`${classes.cells} ${classes.sheet}`}
        aria-label={props.label}
        columns={shown}
        rows={drawn}
        rowKeyGetter={({ line }) => line.id}
        renderers={renderers}
        rowHeight={34}
        headerRowHeight={36}
        onActivePositionChange={({ rowIdx, row, column }) => {
          const spot = row && column && column.idx > 0 ? { row: rowIdx, column: column.idx - 1 } : null;
          setSpan(spot && { from: spot, to: spot });
        }}
        onRowsChange={(after, { indexes, column }) => {
          const [row = -1] = indexes;
          const typed = after[row]?.typed;
          if (typed !== undefined)
            write?.([{ spot: { row, column: column.idx - 1 }, value: typedValue(typed) }]);
        }}
        onCellMouseDown={({ rowIdx, column }, event) => {
          const spot = column.idx > 0 ? { row: rowIdx, column: column.idx - 1 } : null;
          if (event.shiftKey && spot && span) {
            event.preventGridDefault();
            event.preventDefault();
            setSpan({ from: span.from, to: spot });
          } else {
            isDrawing.current = true;
            setSpan(spot && { from: spot, to: spot });
          }
        }}
        onCellKeyDown={(args, event) => {
          const take = () => {
            event.preventGridDefault();
            event.preventDefault();
          };
          const { key } = event;
          if (args.mode === "EDIT") {
            // As in a spreadsheet: what was typed is kept, and the next one is below.
            if (key !== "Enter") return;
            take();
            args.onClose(true);
            const below = args.rowIdx + 1;
            if (below < rows.length)
              grid.current?.setActivePosition({ rowIdx: below, idx: args.column.idx }, { shouldFocus: true });
            return;
          }
          if (!span) return;
          const move = MOVES[key];
          const isCommand = event.ctrlKey || event.metaKey;
          if (event.shiftKey && move) {
            take();
            // With the command key to the end of that side.
            const step = isCommand ? Math.max(rows.length, columns.length) : 1;
            extend({
              row: within(span.to.row + step * move.row, rows.length),
              column: within(span.to.column + step * move.column, columns.length),
            });
          } else if (isCommand && key.toLowerCase() === "a") {
            take();
            setSpan({
              from: { row: 0, column: 0 },
              to: { row: rows.length - 1, column: columns.length - 1 },
            });
          } else if (isCommand && write && key.toLowerCase() === "d") {
            take();
            write(filled(span, "down", read));
          } else if (isCommand && write && key.toLowerCase() === "r") {
            take();
            write(filled(span, "right", read));
          } else if (key === "Delete" || key === "Backspace") {
            take();
            clear();
          } else if (key === "Escape") {
            setSpan({ from: span.from, to: span.from });
          }
        }}
        onCellCopy={(_, event) => {
          if (!span || event.target instanceof HTMLInputElement) return;
          const written = (spot: Spot) => typedDecimal(read(spot), language);
          event.clipboardData.setData("text/plain", copyOf(span, written));
          event.preventDefault();
        }}
        onCellPaste={({ row }, event) => {
          if (!span || event.target instanceof HTMLInputElement) return row;
          event.preventDefault();
          const size = { row: rows.length, column: columns.length };
          write?.(pasteInto(span, event.clipboardData.getData("text/plain"), size));
          return row;
        }}
      />
    </div>
  );
}

/** One value in all cells of a selection. */
const filledWith = (span: Span, value: string) =>
  filled(span, "down", () => value).map(({ spot }) => ({ spot, value }));
