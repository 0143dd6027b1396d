import { Fragment, type ReactNode, useEffect, useState } from "react";

/** Rows that one frame draws: a slow machine takes a tenth of a second for them. */
const A_FRAME = 10;

interface GradualRowsProps<Row> {
  rows: Row[];
  rowKey: (row: Row) => string;
  draw: (row: Row, index: number) => ReactNode;
}

/**
 * Rows of which those that take the place of others come some a frame: all at once they would let whatever is pressed
 * meanwhile wait. The first are there at once, so that a list that one goes back to has its height.
 */
export function GradualRows<Row>({ rows, rowKey, draw }: GradualRowsProps<Row>) {
  const [state, setState] = useState({ rows, count: rows.length });
  if (state.rows !== rows) {
    const before = new Set(state.rows.slice(0, state.count).map(rowKey));
    let fresh = 0;
    const cut = rows.findIndex((row) => !before.has(rowKey(row)) && ++fresh > A_FRAME);
    setState({ rows, count: before.size > 0 && cut >= 0 ? cut : rows.length });
  }
  const isWhole = state.count >= rows.length;
  useEffect(() => {
    if (isWhole) return;
    const frame = requestAnimationFrame(() =>
      setState(({ rows, count }) => ({ rows, count: count + A_FRAME })),
    );
    return () => cancelAnimationFrame(frame);
  });
  return rows
    .slice(0, state.count)
    .map((row, index) => <Fragment key={rowKey(row)}>{draw(row, index)}</Fragment>);
}
