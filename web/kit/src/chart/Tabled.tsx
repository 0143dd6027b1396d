import { type Key, type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { SimpleTable } from "../display/SimpleTable";
import { NONE } from "../display/values";
import { IconButton } from "../layout/ActionMenu";
import { Link } from "../layout/parts";
import { saveCsv } from "./csv";
import classes from "./Tabled.module.css";

/** One thing of each row, in the table and in the file. */
export interface TabledColumn<Row> {
  id: string;
  label: string;
  /** A word, an exact decimal or a count; null where nobody knows. */
  value: (row: Row) => string | number | null;
  /** Of numbers: one in full. */
  format?: (value: string | number) => string;
  /** The screen that tells what it is made of. */
  to?: (row: Row) => string | undefined;
}

interface TabledProps<Row> {
  /** Names the picture, its table and its file. */
  title: string;
  /** What the figures are: a `<Hint …>`. */
  hint?: ReactNode;
  rows: Row[];
  rowKey: (row: Row) => Key;
  columns: TabledColumn<Row>[];
  /** The picture of them. */
  children: ReactNode;
}

/** Figures as a picture, as a table, and as a CSV file. */
export function Tabled<Row>({ title, hint, rows, rowKey, columns, children }: TabledProps<Row>) {
  const { t, i18n } = useTranslation("parts");
  const id = useId();
  const [isTable, setTable] = useState(false);
  const cell = (row: Row, { value, format, to }: TabledColumn<Row>) => {
    const of = value(row);
    if (of === null) return NONE;
    const text = format ? format(of) : of;
    const target = to?.(row);
    return target ? <Link to={target}>{text}</Link> : text;
  };
  const download = () => {
    const lines = rows.map((row) => columns.map(({ value }) => value(row)));
    saveCsv(title, [columns.map(({ label }) => label), ...lines], i18n.resolvedLanguage ?? "fr");
  };
  return (
    <figure className={classes.figure} aria-labelledby={id}>
      <div className={classes.head}>
        <figcaption id={id} className={classes.title}>
          {title}
        </figcaption>
        {hint}
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
            rowKey={rowKey}
            columns={columns.map((column) => ({
              id: column.id,
              header: column.label,
              align: column.format && ("right" as const),
              cell: (row: Row) => cell(row, column),
            }))}
          />
        </div>
      ) : (
        children
      )}
    </figure>
  );
}
