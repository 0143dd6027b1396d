import { SimpleTable, type SimpleTableProps } from "./SimpleTable";
import { Skeleton } from "./Skeleton";
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
  const bar = (isNumber: boolean) => (
    <div className={classes.cell} style={{ height }}>
      <Skeleton
        height={12}
        width={isNumber ? 56 : "min(60%, 280px)"}
        align={isNumber ? "right" : undefined}
      />
    </div>
  );
  return (
    <div data-skeleton inert>
      <SimpleTable
        caption={caption}
        columns={columns.map((column) => ({ ...column, cell: () => bar(column.align === "right") }))}
        rows={[...Array(rows).keys()]}
        rowKey={(at) => at}
      />
    </div>
  );
}

/** A card on its way: as high as the one that comes, in pixels, so that nothing below it jumps. */
export function CardSkeleton({ height }: { height: number }) {
  return (
    <div className={classes.card} style={{ minHeight: height }} data-skeleton aria-hidden="true">
      <Skeleton height={12} width="min(40%, 160px)" />
      <Skeleton height={12} width="min(70%, 320px)" />
    </div>
  );
}
