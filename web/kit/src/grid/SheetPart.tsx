import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../feedback/Dialog";
import { DialogBar } from "../form/DialogBar";
import { Form, useForm } from "../form/Form";
import { PercentField } from "../form/PercentField";
import { Button, Row } from "../layout/parts";
import type { SheetProps } from "./Sheet";
import classes from "./Sheet.module.css";
import SheetCells, { type SheetHandle } from "./SheetCells";
import { countOf, raised, type Span, type Spot, spotsOf } from "./selection";

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
        <DialogBar label={t("sheet.raise.action")} onClose={props.onClose} />
      </Form>
    </Dialog>
  );
}

/** The sheet with its tools; `Sheet` fetches it, and react-data-grid with it, when one is first shown. */
export default function SheetPart({ onChange, onUndo, onRedo, goTo, tools, empty, ...props }: SheetProps) {
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
    // What is seen is raised: where a cell is empty, what holds instead.
    const seen = spotsOf(selected as Span).map((spot) => ({
      spot,
      value: read(spot) || (props.fallback?.get(nameOf(spot)) ?? ""),
    }));
    const filled = seen.filter(({ value }) => value !== "");
    write?.(filled.map(({ spot, value }) => ({ spot, value: raised(value, percent) })));
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
          <SheetCells
            {...props}
            ref={handle}
            span={selected}
            setSpan={setSpan}
            read={read}
            write={write || undefined}
          />
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
