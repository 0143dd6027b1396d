import { useInViewport } from "@mantine/hooks";
import { useState } from "react";
import useSWR from "swr";
import type { RowsPage, RowsSource } from "../api/hooks";
import { useFormats } from "../i18n/format";
import { encodeCursor, type Question } from "./cursor";

interface ViewCountProps {
  source: RowsSource<unknown>;
  query: Question;
  /** The count, where the list shows this view and so has it. */
  known: Pick<RowsPage<unknown>["meta"], "total" | "exact"> | undefined;
}

/** How many rows a view has, asked for once its tab is in sight, and again when the list is refreshed. */
export function ViewCount({ source, query, known }: ViewCountProps) {
  const { number } = useFormats();
  const { ref, inViewport } = useInViewport<HTMLSpanElement>();
  const [wasSeen, setWasSeen] = useState(false);
  if (inViewport && !wasSeen) setWasSeen(true);
  const { search, filters } = query;
  const cursor = encodeCursor({ search, filters, orderBy: [], take: 0, skip: 0 });
  const { data } = useSWR(
    wasSeen && !known ? [source.path, "count", cursor] : null,
    async () => (await source.pageAt(cursor)).meta,
    // As often as the list itself at most: nobody waits for a count.
    { revalidateOnFocus: false, shouldRetryOnError: false },
  );
  const count = known ?? data;
  return <span ref={ref}>{count && `${number(count.total)}${count.exact ? "" : "+"}`}</span>;
}
