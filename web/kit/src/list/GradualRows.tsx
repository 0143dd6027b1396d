import { Fragment, type ReactNode, startTransition, useEffect, useState } from "react";

/** Rows that one frame draws: a slow machine takes a tenth of a second for them. */
const A_FRAME = 10;

interface GradualRowsProps<Row> {
  rows: Row[];
  rowKey: (row: Row) => string;
  draw: (row: Row, index: number) => ReactNode;
}

interface Drawn<Row> {
  rows: Row[];
  /** Of `rows` the first so many are drawn, and those that were there before. */
  count: number;
  before: ReadonlySet<string>;
  /** Those whose places the rows take, one after the other. */
  leaving: Row[];
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Rows of which those that take the place of others come, and those others go, some a frame: all at once they would let
 * whatever is pressed meanwhile wait. The first are there at once, so that a list that one goes back to has its height.
 */
export function GradualRows<Row>({ rows, rowKey, draw }: GradualRowsProps<Row>) {
  const [state, setState] = useState<Drawn<Row>>({
    rows,
    count: rows.length,
    before: NONE,
    leaving: [],
  });
  const shown = (drawn: Drawn<Row>) => [
    ...drawn.rows.filter((row, index) => index < drawn.count || drawn.before.has(rowKey(row))),
    ...drawn.leaving.slice(drawn.count),
  ];
  if (state.rows !== rows) {
    const there = shown(state);
    const before = new Set(there.map(rowKey));
    let fresh = 0;
    const cut = rows.findIndex((row) => !before.has(rowKey(row)) && ++fresh > A_FRAME);
    if (before.size > 0 && cut >= 0) {
      const now = new Set(rows.map(rowKey));
      setState({ rows, count: cut, before, leaving: there.filter((row) => !now.has(rowKey(row))) });
    } else setState({ rows, count: rows.length, before, leaving: [] });
  }
  const isWhole = state.count >= state.rows.length;
  useEffect(() => {
    if (isWhole) return;
    // What is pressed while they are drawn goes first.
    const frame = requestAnimationFrame(() =>
      startTransition(() => setState((drawn) => ({ ...drawn, count: drawn.count + A_FRAME }))),
    );
    return () => cancelAnimationFrame(frame);
  });
  return (isWhole ? rows : shown(state)).map((row, index) => (
    <Fragment key={rowKey(row)}>{draw(row, index)}</Fragment>
  ));
}
