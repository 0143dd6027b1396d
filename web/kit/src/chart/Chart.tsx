import { lazy, type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { SimpleTable } from "../display/SimpleTable";
import { NONE } from "../display/values";
import { IconButton } from "../layout/ActionMenu";
import { Fetching } from "../layout/Fetching";
import { Link } from "../layout/parts";
import classes from "./Chart.module.css";
import { saveCsv } from "./csv";

const Plot = lazy(() => import("./Plot"));

/** One line, or the bars of one colour. */
export interface ChartSeries<Row> {
  id: string;
  label: string;
  /** An exact decimal or a count; null where nobody knows. */
  value: (row: Row) => string | number | null;
  /** The screen that tells what a value is made of: a bar, and its cell in the table, lead there. */
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
}

/** A value in full in the table, which leads to what it is made of. */
function Cell({ text, to }: { text: string; to: string | undefined }) {
  return to && text !== NONE ? <Link to={to}>{text}</Link> : text;
}

/**
 * Figures as a plot, as a table, and as a CSV file. The plot is fetched when it is first seen.
 *
 * @example
 * <Chart title={t("revenue")} kind="line" rows={months} x={{ label: t("month"), value: (row) => row.month }}
 *   series={[{ id: "net", label: t("net"), value: (row) => row.net }]} unit="€" format={money} />
 */
export function Chart<Row>(props: ChartProps<Row>) {
  const { t, i18n } = useTranslation("parts");
  const id = useId();
  const [isTable, setTable] = useState(false);
  const { title, rows, x, series, format } = props;
  const shown = (value: string | number | null) => (value === null ? NONE : format(value));
  const download = () => {
    const table = [
      [x.label, ...series.map(({ label }) => label)],
      ...rows.map((row) => [x.value(row), ...series.map(({ value }) => value(row))]),
    ];
    saveCsv(title, table, i18n.resolvedLanguage ?? "fr");
  };
  return (
    <figure className={classes.chart} aria-labelledby={id}>
      <div className={classes.head}>
        <figcaption id={id} className={classes.title}>
          {title}
        </figcaption>
        {props.hint}
        <div className={classes.tools} data-on-screen>
          <IconButton
            icon={isTable ? "analytics" : "table"}
            label={t(isTable ? "chart.plot" : "chart.table", { title })}
            onClick={() => setTable(!isTable)}
          />
          <IconButton icon="download" label={t("chart.download", { title })} onClick={download} />
        </div>
      </div>
      {isTable ? (
        <div className={classes.table}>
          <SimpleTable
            caption={title}
            rows={rows}
            rowKey={x.value}
            columns={[
              { id: "x", header: x.label, cell: x.value },
              ...series.map(({ id, label, value, to }) => ({
                id,
                header: label,
                align: "right" as const,
                cell: (row: Row) => <Cell text={shown(value(row))} to={to?.(row)} />,
              })),
            ]}
          />
        </div>
      ) : (
        <>
          {series.length > 1 && (
            <ul className={classes.legend}>
              {series.map(({ id, label }, at) => (
                <li key={id} className={classes.entry}>
                  <span className={classes.swatch} data-series={at + 1} data-kind={props.kind} />
                  {label}
                </li>
              ))}
            </ul>
          )}
          <div className={classes.plot}>
            <Fetching of={Plot} fallback={null}>
              <Plot {...(props as ChartProps<unknown>)} />
            </Fetching>
          </div>
        </>
      )}
    </figure>
  );
}
