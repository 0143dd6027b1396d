import { ErrorView, type Rows, SkeletonLines } from "@comptoir/kit";
import type { ReactNode } from "react";

interface ToldProps<Row> {
  rows: Rows<Row>;
  /** What is said when there are none. */
  none: ReactNode;
  children: (rows: Row[]) => ReactNode;
}

/** What a shop tells of itself now: on its way, not to be had, nothing, or there. */
export function Told<Row>({ rows: { page, error, isLoading, retry }, none, children }: ToldProps<Row>) {
  if (error) return <ErrorView error={error} retry={retry} />;
  if (isLoading || !page) return <SkeletonLines lines={4} />;
  if (page.rows.length === 0) return <span role="status">{none}</span>;
  return children(page.rows);
}
