import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { Fragment, type ReactNode, type RefObject, useEffect, useLayoutEffect, useState } from "react";
import classes from "./Table.module.css";
import type { LongRows } from "./useLongList";

/** Pixels of a row until it is measured: `--kit-row-height`. */
const ROW_HEIGHT = 40;

interface LongBodyProps<Row> {
  long: LongRows<Row>;
  columns: unknown[];
  /** How many columns there are, those beside the list's counted. */
  width: number;
  rowKey: (row: Row) => string;
  active: number;
  /** What they scroll in. */
  box: RefObject<HTMLElement | null>;
  /** Draws a row, or what stands in its place until it is there. */
  draw: (row: Row | undefined, index: number) => ReactNode;
}

/** Pixels that a column of numbers has at least, as numbers further down may be longer. */
const NUMBER_WIDTH = 120;

/**
 * Keeps the columns as wide as the browser first laid them out: those of the rows in sight would change while one scrolls.
 *
 * @returns gives the browser its way again
 */
function fix(table: HTMLTableElement): () => void {
  const cells = [...(table.tHead?.rows[0]?.cells ?? [])];
  const widths = cells.map(({ offsetWidth, dataset }) =>
    dataset.align === "right" ? Math.max(offsetWidth, NUMBER_WIDTH) : offsetWidth,
  );
  const columns = table.querySelectorAll("col");
  const before = [...columns].map(({ width }) => width);
  const set = (widths: (number | string)[]) => {
    for (const [at, column] of columns.entries()) column.width = String(widths[at] ?? "");
  };
  set(widths);
  table.style.width = `${widths.reduce((sum, width) => sum + width, 0)}px`;
  table.dataset.fixed = "true";
  return () => {
    set(before);
    table.style.width = "";
    delete table.dataset.fixed;
  };
}

/** Rows that are not drawn, as high as they would be. */
function Gap({ height, columns }: { height: number; columns: number }) {
  return (
    height > 0 && (
      <tbody aria-hidden="true">
        <tr className={classes.gap}>
          <td colSpan={columns} style={{ height }} />
        </tr>
      </tbody>
    )
  );
}

/** Rows of a list that is scrolled through as a whole, of which those in sight are drawn: each in a body with its panel. */
export default function LongBody<Row>(props: LongBodyProps<Row>) {
  const { long, columns, width, rowKey, active, box, draw } = props;
  // A row that has the focus stays, however far it is scrolled away.
  const [kept, setKept] = useState(-1);
  const virtual = useVirtualizer({
    count: long.count,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10,
    // The headings scroll with the rows.
    scrollPaddingStart: ROW_HEIGHT,
    scrollMargin: ROW_HEIGHT,
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      const isKept = kept < 0 || kept >= range.count || shown.includes(kept);
      return isKept ? shown : [...shown, kept].sort((a, b) => a - b);
    },
  });
  const drawn = virtual.getVirtualItems();
  const first = virtual.range?.startIndex ?? 0;
  useEffect(() => long.see(first), [long.see, first]);
  useEffect(() => {
    if (active >= 0) virtual.scrollToIndex(active);
  }, [active, virtual]);
  const [wasThere, setWasThere] = useState(false);
  const isThere = wasThere || drawn.some(({ index }) => long.at(index) !== undefined);
  if (isThere && !wasThere) setWasThere(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other columns have other widths
  useLayoutEffect(() => {
    const table = box.current?.querySelector("table");
    return wasThere && table ? fix(table) : undefined;
  }, [wasThere, columns, box]);
  const end = drawn.at(-1)?.end ?? ROW_HEIGHT;
  return (
    <>
      {drawn.map(({ index, start }, at) => {
        const row = long.at(index);
        return (
          <Fragment key={row === undefined ? index : rowKey(row)}>
            <Gap height={start - (drawn[at - 1]?.end ?? ROW_HEIGHT)} columns={width} />
            <tbody
              ref={virtual.measureElement}
              data-index={index}
              onFocus={() => setKept(index)}
              onBlur={() => setKept(-1)}
            >
              {draw(row, index)}
            </tbody>
          </Fragment>
        );
      })}
      <Gap height={virtual.getTotalSize() + ROW_HEIGHT - end} columns={width} />
    </>
  );
}
