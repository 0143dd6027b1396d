import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { Fragment, type KeyboardEvent, useRef, useState } from "react";
import { usePrinting } from "../layout/usePrinting";
import { Cells, Headings, isWide, type SimpleTableProps } from "./SimpleTable";
import classes from "./SimpleTable.module.css";

/** Pixels of a row until it is measured: one line of text. */
const ROW_HEIGHT = 38;
/** Pixels of a column of numbers; the others share what is left. */
const NUMBER_WIDTH = 120;

/** Rows that are not drawn, as high as they would be. */
function Gap({ height, columns }: { height: number; columns: number }) {
  return (
    height > 0 && (
      // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it can have the focus
      <tr aria-hidden="true" className={classes.gap}>
        <td colSpan={columns} style={{ height }} />
      </tr>
    )
  );
}

/** Thousands of rows, of which those in sight are drawn; `SimpleTable` fetches it when it has as many. */
export default function LongTable<Row>({ caption, columns, rows, rowKey }: SimpleTableProps<Row>) {
  const box = useRef<HTMLDivElement>(null);
  // A row that has the focus stays, however far it is scrolled away.
  const [kept, setKept] = useState(-1);
  const isPrinting = usePrinting();
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10,
    // The headings scroll with the rows.
    scrollPaddingEnd: ROW_HEIGHT,
    rangeExtractor: (range) => {
      if (isPrinting) return [...rows.keys()];
      const shown = defaultRangeExtractor(range);
      return kept < 0 || shown.includes(kept) ? shown : [...shown, kept].sort((a, b) => a - b);
    },
  });
  const drawn = virtual.getVirtualItems();
  // The browser's own way to an end stops where rows are measured on it.
  const toEnd = (event: KeyboardEvent) => {
    const isLast = event.key === "End";
    if (event.target !== event.currentTarget || !(isLast || event.key === "Home")) return;
    event.preventDefault();
    virtual.scrollToIndex(isLast ? rows.length - 1 : 0, { align: isLast ? "end" : "start" });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: no landmark, which each table would be one more of
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
    <div ref={box} className={classes.box} role="group" aria-label={caption} tabIndex={0} onKeyDown={toEnd}>
      <table className={classes.table} data-wide={isWide(columns)} aria-rowcount={rows.length + 1}>
        {/* Widths of their own, as those of the rows in sight would change while one scrolls. */}
        <colgroup>
          {columns.map(({ id, align }) => (
            <col key={id} width={align === "right" ? NUMBER_WIDTH : undefined} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            <Headings columns={columns} />
          </tr>
        </thead>
        <tbody
          onFocus={({ target }) =>
            setKept(Number(target.closest<HTMLElement>("[data-index]")?.dataset.index))
          }
          onBlur={() => setKept(-1)}
        >
          {drawn.map(({ index, start }, at) => {
            const row = rows[index] as Row;
            return (
              <Fragment key={rowKey(row)}>
                <Gap height={start - (drawn[at - 1]?.end ?? 0)} columns={columns.length} />
                <tr ref={virtual.measureElement} data-index={index} aria-rowindex={index + 2}>
                  <Cells columns={columns} row={row} />
                </tr>
              </Fragment>
            );
          })}
          <Gap height={virtual.getTotalSize() - (drawn.at(-1)?.end ?? 0)} columns={columns.length} />
        </tbody>
      </table>
    </div>
  );
}
