import { Skeleton } from "@mantine/core";
import type { Key } from "react";
import { SimpleTable, type SimpleTableProps } from "./SimpleTable";
import classes from "./skeletons.module.css";

/** A table on its way: its headings, and rows as high as those that come. */
export function RowsSkeleton<Row>(
  props: Pick<SimpleTableProps<Row>, "caption" | "columns"> & {
    rows: number;
    /** Pixels that a row's content takes. */
    height?: number;
  },
) {
  const { caption, columns, rows, height = 20 } = props;
  const bar = <Skeleton height={height} />;
  return (
    <div className={classes.late} inert>
      <SimpleTable
        caption={caption}
        columns={columns.map((column) => ({ ...column, cell: () => bar }))}
        rows={Array.from({ length: rows }, (_, at): Key => at)}
        rowKey={(at) => at}
      />
    </div>
  );
}

/** A card on its way: as high as the one that comes, in pixels, so that nothing below it jumps. */
export function CardSkeleton({ height }: { height: number }) {
  return (
    <div className={`${classes.card} ${classes.late}`} style={{ minHeight: height }} aria-hidden="true">
      <Skeleton height={12} width="40%" />
      <Skeleton height={12} width="70%" />
      {height > 200 && <Skeleton height={height - 110} />}
    </div>
  );
}
