import { lazy, type ReactNode } from "react";
import { Fetching } from "../layout/Fetching";
import classes from "./Chart.module.css";
import { Tabled } from "./Tabled";

const Plot = lazy(() => import("./Plot"));

/** One line, or the bars of one colour. */
export interface ChartSeries<Row> {
  id: string;
  label: string;
  /** An exact decimal or a count; null where nobody knows. */
  value: (row: Row) => string | number | null;
  /** The screen that tells what a value is made of: a bar, the point of a line that is pointed at, and its cell in the table lead there. */
  to?: (row: Row) => string | undefined;
}

export interface ChartProps<Row> {
  /** Names the plot, its table and its file. */
  title: string;
  /** What the figures are: a `<Hint …>`. */
  hint?: ReactNode;
  kind: "line" | "area" | "bar" | "stacked";
  rows: Row[];
  /** The horizontal axis: what it is, and its words. */
  x: { label: string; value: (row: Row) => string };
  /** At most six: no more colours are told apart. */
  series: ChartSeries<Row>[];
  /** Of the vertical axis: "€", "orders". */
  unit: string;
  /** A value in full, for the tooltip and the table. */
  format: (value: string | number) => string;
  /** What stands out: a diamond in the plot, words in its tooltip and in the table; null of a row like all others. */
  marks?: { label: string; value: (row: Row) => string | null };
}

/**
 * Figures as a plot, as a table, and as a CSV file. The plot is fetched when it is first seen.
 *
 * @example
 * <Chart title={t("revenue")} kind="line" rows={months} x={{ label: t("month"), value: (row) => row.month }}
 *   series={[{ id: "net", label: t("net"), value: (row) => row.net }]} unit="€" format={money} />
 */
export function Chart<Row>(props: ChartProps<Row>) {
  const { title, hint, kind, rows, x, series, format } = props;
  const marks = props.marks && rows.some((row) => props.marks?.value(row) != null) ? props.marks : undefined;
  return (
    <Tabled
      title={title}
      hint={hint}
      rows={rows}
      rowKey={x.value}
      columns={[
        { id: "x", ...x },
        ...series.map((each) => ({ ...each, format })),
        ...(marks ? [{ id: "marks", ...marks }] : []),
      ]}
    >
      {(series.length > 1 || marks) && (
        <ul className={classes.legend}>
          {series.map(({ id, label }, at) => (
            <li key={id} className={classes.entry}>
              <span className={classes.swatch} data-series={at + 1} data-kind={kind} />
              {label}
            </li>
          ))}
          {marks && (
            <li className={classes.entry}>
              <span className={classes.mark} />
              {marks.label}
            </li>
          )}
        </ul>
      )}
      <div className={classes.plot}>
        <Fetching of={Plot} fallback={null}>
          <Plot {...(props as ChartProps<unknown>)} />
        </Fetching>
      </div>
    </Tabled>
  );
}
