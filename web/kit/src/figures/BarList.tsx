import { type Key, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button, Link } from "../layout/parts";
import classes from "./BarList.module.css";

interface BarListProps<Row> {
  /** What the bars are of, for screen readers. */
  caption: string;
  /** The longest first. */
  rows: Row[];
  rowKey: (row: Row) => Key;
  name: (row: Row) => ReactNode;
  /** How long its bar is. */
  value: (row: Row) => number;
  /** The figure in words: "12 orders". */
  format: (value: number) => string;
  /** Its other figures. */
  more?: (row: Row) => ReactNode;
  /** The list that the figure sums up. */
  to?: (row: Row) => string | undefined;
}

/** As many are seen at once; paper has them all. */
const FIRST = 10;

/**
 * What a sum is made of, by one thing with many names: countries, carriers. Each has its figure, its share of them all and
 * a bar as long as that.
 *
 * @example
 * <BarList caption={t("countries")} rows={countries} rowKey={({ code }) => code} name={({ code }) => <Country code={code} />}
 *   value={({ orders }) => orders} format={(count) => t("orders", { count })} />
 */
export function BarList<Row>({ caption, rows, rowKey, name, value, format, more, to }: BarListProps<Row>) {
  const { t, i18n } = useTranslation("parts");
  const share = new Intl.NumberFormat(i18n.resolvedLanguage, {
    style: "percent",
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  const [isAll, setAll] = useState(false);
  const values = rows.map(value);
  const most = Math.max(1, ...values);
  const total = Math.max(
    1,
    values.reduce((sum, each) => sum + each, 0),
  );
  return (
    <div className={classes.place}>
      <ul className={classes.list} aria-label={caption} data-all={isAll || undefined}>
        {rows.map((row, at) => {
          const figure = values[at] ?? 0;
          const target = to?.(row);
          return (
            <li key={rowKey(row)} className={classes.row} data-late={at >= FIRST || undefined}>
              <span className={classes.name}>
                {target ? <Link to={target}>{name(row)}</Link> : name(row)}
              </span>
              <span className={classes.track} aria-hidden="true">
                <span className={classes.bar} style={{ width: `${(100 * figure) / most}%` }} />
              </span>
              <span className={classes.figure}>{format(figure)}</span>
              <span className={classes.share}>{share.format(figure / total)}</span>
              {more && <span className={classes.more}>{more(row)}</span>}
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
  );
}
