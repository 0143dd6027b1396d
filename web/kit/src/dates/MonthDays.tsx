import { VisuallyHidden } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Day } from "../i18n/day";
import { useFormats } from "../i18n/format";
import { Link } from "../layout/parts";
import { type Month, today } from "./calendar";
import { weeksOf } from "./month";
import classes from "./month.module.css";

/** As many of a day as its cell has room for. */
const MOST = 3;

interface MonthDaysProps<Item> {
  /** What is on the days, for a screen reader: "Productions by due date". */
  label: string;
  month: Month;
  /** Those of the days in sight (`shownDays`), in the order in which a day shows them. */
  items: Item[];
  itemKey: (item: Item) => string;
  /** The day that something is on. */
  dayOf: (item: Item) => Day | null;
  /** Where all of a day are: one that has more than its cell shows leads there. */
  dayTo: (day: Day) => string;
  children: (item: Item) => ReactNode;
}

const itemsOn = <Item,>(day: Day, { items, dayOf }: MonthDaysProps<Item>) =>
  items.filter((item) => dayOf(item) === day);

/** How a day stands out: as today, or as one of another month. */
const marksOf = (day: Day, month: Month) => ({
  "aria-current": day === today() ? ("date" as const) : undefined,
  "data-outside": day.startsWith(month) ? undefined : true,
});

function Items<Item>({
  items,
  itemKey,
  children,
}: Pick<MonthDaysProps<Item>, "items" | "itemKey" | "children">) {
  return (
    <ul className={classes.items}>
      {items.map((item) => (
        <li key={itemKey(item)} className={classes.item}>
          {children(item)}
        </li>
      ))}
    </ul>
  );
}

function Cell<Item>({ day, ...props }: MonthDaysProps<Item> & { day: Day }) {
  const { t } = useTranslation("parts");
  const inWords = useFormats().day(day);
  const items = itemsOn(day, props);
  const more = items.length - MOST;
  return (
    <td className={classes.cell} {...marksOf(day, props.month)}>
      <time dateTime={day}>
        <span className={classes.number} aria-hidden="true">
          {Number(day.slice(8))}
        </span>
        <VisuallyHidden>{inWords}</VisuallyHidden>
      </time>
      {items.length > 0 && <Items {...props} items={items.slice(0, MOST)} />}
      {more > 0 && (
        <div className={classes.more}>
          <Link to={props.dayTo(day)}>
            {t("calendar.more", { count: more })}
            <VisuallyHidden>, {inWords}</VisuallyHidden>
          </Link>
        </div>
      )}
    </td>
  );
}

function Grid<Item>(props: MonthDaysProps<Item>) {
  const { i18n } = useTranslation("parts");
  const weekday = new Intl.DateTimeFormat(i18n.resolvedLanguage, { weekday: "long", timeZone: "UTC" });
  const weeks = weeksOf(props.month);
  return (
    // biome-ignore lint/a11y/useSemanticElements: no landmark, which each calendar would be one more of
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
    <div className={classes.frame} role="group" aria-label={props.label} tabIndex={0}>
      <table className={classes.grid}>
        <caption>
          <VisuallyHidden>{props.label}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th key={day} scope="col" className={classes.weekday}>
                {weekday.format(new Date(day))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((days) => (
            <tr key={days[0]}>
              {days.map((day) => (
                <Cell key={day} {...props} day={day} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Agenda<Item>(props: MonthDaysProps<Item>) {
  const format = useFormats();
  const days = weeksOf(props.month)
    .flat()
    .map((day) => ({ day, items: itemsOn(day, props) }))
    .filter(({ items }) => items.length > 0);
  return (
    <ol className={classes.frame} aria-label={props.label}>
      {days.map(({ day, items }) => (
        <li key={day} className={classes.day} {...marksOf(day, props.month)}>
          <h3 className={classes.head}>
            <time dateTime={day}>{format.day(day)}</time>
          </h3>
          <Items {...props} items={items} />
        </li>
      ))}
    </ol>
  );
}

/**
 * What is on each day of a month: a table of its weeks, Monday first, with the days around it; on phones a list of the days
 * that have something. Stands in a `MonthCalendar`.
 *
 * @example
 * <MonthDays label={t("due")} month={month} items={rows} itemKey={({ id }) => id} dayOf={({ dueAt }) => dueAt} dayTo={toList}>
 *   {(row) => <ProductionLine production={row} />}
 * </MonthDays>
 */
export function MonthDays<Item>(props: MonthDaysProps<Item>) {
  const isPhone = useMediaQuery("(max-width: 640px)", undefined, { getInitialValueInEffect: false });
  return isPhone ? <Agenda {...props} /> : <Grid {...props} />;
}
