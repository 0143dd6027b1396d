import { useDidUpdate } from "@mantine/hooks";
import {
  Fragment,
  lazy,
  memo,
  Suspense,
  startTransition,
  useEffect,
  useId,
  useOptimistic,
  useRef,
} from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../display/icons";
import type { OrderBy } from "./cursor";
import { GradualRows } from "./GradualRows";
import type LongBodyOf from "./LongBody";
import { SelectPage } from "./SelectBox";
import classes from "./Table.module.css";
import { asides, TableRow, type TableRowsProps, WaitingRow } from "./TableRow";
import { TotalsRow } from "./TotalsRow";
import type { Totals } from "./totals";
import type { LongRows } from "./useLongList";

const LongBody = lazy(() => import("./LongBody")) as unknown as typeof LongBodyOf;

/** As many as fill a tall screen: what is below it needs no place kept. */
const SKELETON_ROWS = 30;

interface TableProps<Row> extends TableRowsProps<Row> {
  caption: string;
  rows: Row[];
  /** Skeleton rows instead of rows. */
  loading: number | null;
  stale: boolean;
  /** Changes with the page. */
  place: string;
  active: number;
  order: OrderBy | undefined;
  onSort: (order: OrderBy) => void;
  totals: Totals | null;
  /** Scrolled through as a whole: those in sight are drawn, instead of `rows`. */
  long: LongRows<Row> | undefined;
}

/** The columns' headings: one that is pressed answers at once, the address and the rows follow. */
function Headings<Row>(props: Pick<TableProps<Row>, "columns" | "order" | "onSort">) {
  const [order, setOrder] = useOptimistic(props.order);
  const sort = (by: OrderBy) =>
    startTransition(() => {
      setOrder(by);
      props.onSort(by);
    });
  return props.columns.map((column) => {
    const sorted = order?.field === column.id ? order.direction : null;
    return (
      <th
        key={column.id}
        scope="col"
        data-align={column.align}
        aria-sort={sorted ? (sorted === "asc" ? "ascending" : "descending") : undefined}
      >
        {column.sortable ? (
          <button
            type="button"
            className={classes.sort}
            onClick={() => sort({ field: column.id, direction: sorted === "desc" ? "asc" : "desc" })}
          >
            {column.header}
            {sorted && <Icon name={sorted === "asc" ? "up" : "down"} size={13} />}
          </button>
        ) : (
          column.header
        )}
      </th>
    );
  });
}

function Part<Row>(props: TableProps<Row>) {
  const { t } = useTranslation(["kit", "parts"]);
  const box = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const panels = useId();
  const { selection, expand, expanded, rowActions, onPeek, long } = props;
  const { columns, rowKey, rowLabel, rowTo, onOpen } = props;
  const { before, behind } = asides(props);

  const draw = (row: Row | undefined, index: number) => {
    const rowIndex = long && index + 2;
    if (row === undefined) return <WaitingRow {...props} {...{ index, rowIndex }} />;
    const id = rowKey(row);
    return (
      <TableRow
        {...{ row, index, rowIndex, columns, rowKey, rowLabel, rowTo, onOpen, expand, rowActions, onPeek }}
        panel={`${panels}-${index}`}
        isActive={index === props.active}
        isSelected={selection?.ids.has(id) ?? false}
        isOpen={expand !== undefined && expanded.ids.has(id)}
        onSelect={selection?.toggle}
        onToggle={expanded.toggle}
      />
    );
  };

  // Another page begins at its first row.
  useDidUpdate(() => {
    if (box.current) box.current.scrollTop = 0;
  }, [props.place]);

  useEffect(() => {
    if (props.active >= 0 && !long)
      body.current
        ?.querySelectorAll(":scope > [data-row]")
        [props.active]?.scrollIntoView({ block: "nearest" });
  }, [props.active, long]);

  return (
    // biome-ignore lint/a11y/useSemanticElements: no landmark, which each table would be one more of
    <div
      ref={box}
      className={classes.scroll}
      data-scrolls
      data-long={long !== undefined || undefined}
      data-expands={expand !== undefined || undefined}
      role="group"
      aria-label={props.caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
      tabIndex={0}
    >
      <table
        className={classes.table}
        aria-busy={props.stale || props.loading !== null}
        data-stale={props.stale}
        aria-rowcount={long && long.count + 1}
      >
        <caption className={classes.hidden}>{props.caption}</caption>
        <colgroup>
          {selection && <col width={44} />}
          {expand && <col width={44} />}
          {props.columns.map((column) => (
            <col key={column.id} width={column.width} />
          ))}
          {behind > 0 && <col width={onPeek && rowActions ? 84 : 52} />}
        </colgroup>
        <thead>
          <tr aria-rowindex={long && 1}>
            {selection && (
              <th scope="col">
                <SelectPage selection={selection} />
              </th>
            )}
            {expand && (
              <th scope="col">
                <span className={classes.hidden}>{t("parts:expand.column")}</span>
              </th>
            )}
            <Headings columns={props.columns} order={props.order} onSort={props.onSort} />
            {behind > 0 && (
              <th scope="col" className={classes.menu}>
                <span className={classes.hidden}>{t("list.actionsColumn")}</span>
              </th>
            )}
          </tr>
        </thead>
        {long ? (
          <Suspense fallback={<tbody>{draw(undefined, 0)}</tbody>}>
            <LongBody {...props} {...{ long, box, draw }} width={before + props.columns.length + behind} />
          </Suspense>
        ) : (
          <tbody ref={body} data-skeleton={props.loading !== null || undefined}>
            {Array.from({ length: Math.min(props.loading ?? 0, SKELETON_ROWS) }, (_, index) => (
              <Fragment key={index}>{draw(undefined, index)}</Fragment>
            ))}
            <GradualRows rows={props.rows} rowKey={rowKey} draw={draw} />
          </tbody>
        )}
        {props.totals && (
          <TotalsRow totals={props.totals} columns={props.columns} before={before} behind={behind} />
        )}
      </table>
    </div>
  );
}

/** Rows of 40 px below a header that stays in sight: not drawn anew while only what stands around them changes. */
export const Table = memo(Part) as typeof Part;
