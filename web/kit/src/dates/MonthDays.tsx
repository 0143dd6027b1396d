import { VisuallyHidden } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { type ReactNode, type Ref, useId } from "react";
import { useTranslation } from "react-i18next";
import { useDrag, useDropArea } from "../board/useDrag";
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
  /**
   * Puts something that was dragged there on another day. Whatever is dragged has a form with its day as well, for who cannot
   * (WCAG 2.5.7). Without it nothing is dragged.
   */
  onMove?: (item: Item, day: Day) => void;
  children: (item: Item) => ReactNode;
}

/** What can be dragged from one day to another has a group in common. */
interface Dragged {
  group?: string;
}

const itemsOn = <Item,>(day: Day, { items, dayOf }: MonthDaysProps<Item>) =>
  items.filter((item) => dayOf(item) === day);

/** How a day stands out: as today, or as one of another month. */
const marksOf = (day: Day, month: Month) => ({
  "aria-current": day === today() ? ("date" as const) : undefined,
  "data-outside": day.startsWith(month) ? undefined : true,
});

function DraggedItem({ group, id, children }: { group: string; id: string; children: ReactNode }) {
  // The order on a day is not theirs: what is dropped on one goes to its day.
  const { item, isDragging } = useDrag<HTMLLIElement>({ group, id, onDrop: () => {} });
  return (
    <li ref={item} className={classes.item} data-movable data-dragging={isDragging || undefined}>
      {children}
    </li>
  );
}

function Items<Item>({
  items,
  itemKey,
  group,
  children,
}: Pick<MonthDaysProps<Item>, "items" | "itemKey" | "children"> & Dragged) {
  return (
    <ul className={classes.items}>
      {items.map((item) =>
        group ? (
          <DraggedItem key={itemKey(item)} group={group} id={itemKey(item)}>
            {children(item)}
          </DraggedItem>
        ) : (
          <li key={itemKey(item)} className={classes.item}>
            {children(item)}
          </li>
        ),
      )}
    </ul>
  );
}

type CellProps<Item> = MonthDaysProps<Item> & Dragged & { day: Day };

function DropCell<Item>({ group, ...props }: CellProps<Item> & { group: string }) {
  const { area, isOver } = useDropArea<HTMLTableCellElement>(group, (id) => {
    const item = props.items.find((each) => props.itemKey(each) === id);
    if (item !== undefined && props.dayOf(item) !== props.day) props.onMove?.(item, props.day);
  });
  return <Cell {...props} group={group} area={area} isOver={isOver} />;
}

function Cell<Item>({
  day,
  area,
  isOver,
  ...props
}: CellProps<Item> & { area?: Ref<HTMLTableCellElement>; isOver?: boolean }) {
  const { t } = useTranslation("parts");
  const inWords = useFormats().day(day);
  const items = itemsOn(day, props);
  const more = items.length - MOST;
  return (
    <td ref={area} className={classes.cell} data-over={isOver || undefined} {...marksOf(day, props.month)}>
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
  const group = `${useId()} day`;
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
              {days.map((day) =>
                props.onMove ? (
                  <DropCell key={day} {...props} day={day} group={group} />
                ) : (
                  <Cell key={day} {...props} day={day} />
                ),
              )}
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
