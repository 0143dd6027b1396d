import { type Key, useState } from "react";
import { useTranslation } from "react-i18next";
import { Tabled } from "../chart/Tabled";
import { Button, Link } from "../layout/parts";
import classes from "./BarList.module.css";

/** One figure of each row. */
interface BarFigure<Row> {
  id: string;
  label: string;
  /** A count or an exact decimal. */
  value: (row: Row) => number | string;
  format: (value: number | string) => string;
  /** In words where nothing else says of what it is: "12 orders". */
  words?: (row: Row) => string;
}

interface BarListProps<Row> {
  /** Names the bars, their table and its file. */
  title: string;
  /** The longest first. */
  rows: Row[];
  rowKey: (row: Row) => Key;
  /** What the bars are of: what that is, and each one's name. */
  name: { label: string; value: (row: Row) => string };
  /** The first is how long a bar is; the others stand beside it. */
  figures: [BarFigure<Row>, ...BarFigure<Row>[]];
  /** The list that the figure sums up. */
  to?: (row: Row) => string | undefined;
}

/** As many are seen at once; paper has them all. */
const FIRST = 10;

/**
 * What a sum is made of, by one thing with many names: countries, carriers. Each has its figure, its share of them all and
 * a bar as long as that; as a table and as a CSV file too.
 *
 * @example
 * <BarList title={t("countries")} rows={countries} rowKey={({ code }) => code} name={{ label: t("country"), value: ({ code }) => country(code) }}
 *   figures={[{ id: "orders", label: t("orders"), value: ({ orders }) => orders, format: (value) => number(Number(value)) }]} />
 */
export function BarList<Row>({ title, rows, rowKey, name, figures, to }: BarListProps<Row>) {
  const { t, i18n } = useTranslation("parts");
  const oneDecimal = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  const percent = new Intl.NumberFormat(i18n.resolvedLanguage, { style: "percent", ...oneDecimal });
  const decimal = new Intl.NumberFormat(i18n.resolvedLanguage, oneDecimal);
  const [isAll, setAll] = useState(false);
  const [first, ...others] = figures;
  const lengthOf = (row: Row) => Number(first.value(row));
  const most = Math.max(1, ...rows.map(lengthOf));
  const total = Math.max(
    1,
    rows.reduce((sum, row) => sum + lengthOf(row), 0),
  );
  const wordsOf = (row: Row, { value, format, words }: BarFigure<Row>) => words?.(row) ?? format(value(row));
  return (
    <Tabled
      title={title}
      rows={rows}
      rowKey={rowKey}
      columns={[
        { id: "name", ...name, to },
        first,
        {
          id: "share",
          label: t("bars.share"),
          value: (row) => ((100 * lengthOf(row)) / total).toFixed(1),
          format: (value) => decimal.format(Number(value)),
        },
        ...others,
      ]}
    >
      <div className={classes.place}>
        <ul className={classes.list} aria-label={title} data-all={isAll || undefined}>
          {rows.map((row, at) => {
            const target = to?.(row);
            return (
              <li key={rowKey(row)} className={classes.row} data-late={at >= FIRST || undefined}>
                <span className={classes.name}>
                  {target ? <Link to={target}>{name.value(row)}</Link> : name.value(row)}
                </span>
                <span className={classes.track} aria-hidden="true">
                  <span className={classes.bar} style={{ width: `${(100 * lengthOf(row)) / most}%` }} />
                </span>
                <span className={classes.figure}>{wordsOf(row, first)}</span>
                <span className={classes.share}>{percent.format(lengthOf(row) / total)}</span>
                {others.length > 0 && (
                  <span className={classes.more}>
                    {others.map((figure) => wordsOf(row, figure)).join(" · ")}
                  </span>
                )}
              </li>
            );
          })}
        </ul>
        {rows.length > FIRST && (
          <div className={classes.button} data-on-screen>
            <Button kind="quiet" onClick={() => setAll(!isAll)}>
              {isAll ? t("bars.fewer") : t("bars.all", { count: rows.length })}
            </Button>
          </div>
        )}
      </div>
    </Tabled>
  );
}
