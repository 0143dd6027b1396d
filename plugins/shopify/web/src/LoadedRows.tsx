import { Loaded, type Rows } from "@comptoir/kit";
import type { ReactNode } from "react";

interface LoadedRowsProps<Row> {
  rows: Rows<Row>;
  /** What is said when there are none. */
  none: ReactNode;
  children: (rows: Row[]) => ReactNode;
}

/** What a shop tells of itself now: on its way, not to be had, nothing, or there. */
export function LoadedRows<Row>({ rows, none, children }: LoadedRowsProps<Row>) {
  return (
    <Loaded of={rows}>
      {({ rows }) => (rows.length === 0 ? <span role="status">{none}</span> : children(rows))}
    </Loaded>
  );
}
