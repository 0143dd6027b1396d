import { type Fetched, useAct } from "@comptoir/kit";
import { useState } from "react";

/** As many rows as one answer lists. */
export const LISTED = 100;

interface ReadOn<Row> {
  of: Pick<Fetched<Row[]>, "data" | "error" | "retry">;
  /** Reads those behind the last; undefined where there is none. */
  readOn: (() => void) | undefined;
  isReading: boolean;
}

/**
 * Rows that are read a hundred at a time.
 *
 * @param first the first of them
 * @param next those behind one
 * @param failed what did not happen where they are not read
 */
export function useReadOn<Row extends { id: string }>(
  { data, error, retry }: Fetched<Row[]>,
  next: (after: string) => Promise<Row[]>,
  failed: string,
): ReadOn<Row> {
  const [others, setOthers] = useState<Row[][]>([]);
  const [read, isReading] = useAct((after: string) => ({
    run: () => next(after),
    failed,
    after: (rows: Row[]) => setOthers((known) => [...known, rows]),
  }));
  const page = others.at(-1) ?? data ?? [];
  const last = page.at(-1);
  return {
    of: { data: data && [data, ...others].flat(), error, retry },
    readOn: last && page.length === LISTED ? () => void read(last.id) : undefined,
    isReading,
  };
}
