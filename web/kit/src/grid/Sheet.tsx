import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { SkeletonLines } from "../display/states";
import { Dialog } from "../feedback/Dialog";
import { Form, useForm } from "../form/Form";
import { PercentField } from "../form/PercentField";
import { Button, Row } from "../layout/parts";
import classes from "./Grid.module.css";
import type { SheetHandle } from "./SheetCells";
import { countOf, raised, type SheetLine, type SheetValues, type Span, type Spot, spotsOf } from "./sheet";

const SheetCells = lazy(() => import("./SheetCells"));

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

/** Undo and redo, wherever on the page the focus is, but for fields and windows, which have their own. */
function useUndoKeys(onUndo: (() => void) | undefined, onRedo: (() => void) | undefined) {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase();
      if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== "z" && key !== "y")) return;
      const target = event.target as Element;
      if (target.closest("input, textarea, select, [role=dialog]")) return;
      const run = key === "y" || event.shiftKey ? onRedo : onUndo;
      if (!run) return;
      event.preventDefault();
      run();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [onUndo, onRedo]);
}

function RaiseDialog(props: { count: number; open: boolean; onClose(): void; raise(percent: string): void }) {
  const { t } = useTranslation("parts");
  const form = useForm({ defaultValues: { percent: "" } });
  const send = async ({ percent }: { percent: string }) => {
    props.raise(percent);
    props.onClose();
  };
  return (
    <Dialog title={t("sheet.raise.title", { count: props.count })} open={props.open} onClose={props.onClose}>
      <Form form={form} onSubmit={send} failure={t("sheet.raise.failed")}>
        <PercentField
          name="percent"
          label={t("sheet.raise.percent")}
          description={t("sheet.raise.text")}
          min={-99}
          max={1000}
          required
          autoFocus
        />
        <Row justify="end">
          <Button onClick={props.onClose}>{t("sheet.raise.cancel")}</Button>
          <Button kind="primary" type="submit">
            {t("sheet.raise.action")}
          </Button>
        </Row>
      </Form>
    </Dialog>
  );
}

/**
 * Exact decimals in many rows and columns with the keys of a spreadsheet: arrows, Enter, Tab, F2, typing to replace, Delete; a
 * selection by Shift and arrows or by the pointer, copied, pasted, filled (Ctrl D, Ctrl R) and raised by a percentage; undo
 * and redo (Ctrl Z, Ctrl Shift Z). What is not saved and what is wrong is marked. Only the cells in sight are drawn.
 */
export function Sheet({ onChange, onUndo, onRedo, goTo, tools, empty, ...props }: SheetProps) {
  const { t } = useTranslation("parts");
  const { rows, columns, keyOf, saved, changed } = props;
  const [span, setSpan] = useState<Span | null>(null);
  const [isRaising, setRaising] = useState(false);
  const handle = useRef<SheetHandle>(null);
  useUndoKeys(onUndo, onRedo);

  const nameOf = useCallback(
    ({ row, column }: Spot) => keyOf(rows[row]?.id ?? "", columns[column]?.id ?? ""),
    [keyOf, rows, columns],
  );
  const read = useCallback(
    (spot: Spot) => {
      const name = nameOf(spot);
      return changed.get(name) ?? saved.get(name) ?? "";
    },
    [nameOf, changed, saved],
  );
  const write =
    onChange &&
    ((cells: { spot: Spot; value: string }[]) => {
      if (cells.length > 0) onChange(new Map(cells.map(({ spot, value }) => [nameOf(spot), value])));
    });

  const went = useRef<SheetProps["goTo"]>(null);
  useEffect(() => {
    if (!goTo || goTo === went.current || !handle.current) return;
    const row = rows.findIndex(({ id }) => id === goTo.row);
    const column = columns.findIndex(({ id }) => id === goTo.column);
    if (row < 0 || column < 0) return;
    went.current = goTo;
    handle.current.show({ row, column });
  });

  const isInside =
    span !== null &&
    Math.max(span.from.row, span.to.row) < rows.length &&
    Math.max(span.from.column, span.to.column) < columns.length;
  const selected = isInside ? span : null;
  const count = selected ? countOf(selected) : 0;
  const raise = (percent: string) => {
    const filledSpots = spotsOf(selected as Span).filter((spot) => read(spot) !== "");
    write?.(filledSpots.map((spot) => ({ spot, value: raised(read(spot), percent) })));
  };
  return (
    <div className={classes.grid}>
      <Row>
        {write && (
          <>
            <Button
              kind="quiet"
              icon="returned"
              disabledBecause={onUndo ? undefined : t("sheet.noUndo")}
              onClick={onUndo}
            >
              {t("sheet.undo")}
            </Button>
            <Button
              kind="quiet"
              icon="redo"
              disabledBecause={onRedo ? undefined : t("sheet.noRedo")}
              onClick={onRedo}
            >
              {t("sheet.redo")}
            </Button>
            <Button
              icon="up"
              disabledBecause={selected ? undefined : t("sheet.noSelection")}
              onClick={() => setRaising(true)}
            >
              {t("sheet.raise.open")}
            </Button>
          </>
        )}
        {tools}
      </Row>
      {rows.length === 0 ? (
        empty
      ) : (
        <div className={classes.frame} data-rows={Math.min(rows.length, 12)}>
          <Suspense fallback={<SkeletonLines lines={12} />}>
            <SheetCells
              {...props}
              ref={handle}
              span={selected}
              setSpan={setSpan}
              read={read}
              write={write || undefined}
            />
          </Suspense>
        </div>
      )}
      <p className={classes.count} role="status">
        {count > 1 && t("sheet.selected", { count })}
      </p>
      {isRaising && (
        <RaiseDialog count={count} open={isRaising} onClose={() => setRaising(false)} raise={raise} />
      )}
    </div>
  );
}
