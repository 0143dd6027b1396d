import {
  memo,
  type ReactNode,
  useCallback,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import { useFormats } from "../i18n/format";
import { ActionMenu } from "../layout/ActionMenu";
import classes from "./board.module.css";
import { useDrag, useDropArea } from "./useDrag";

interface BoardColumn {
  id: string;
  label: string;
}

interface Goal extends BoardColumn {
  /** What a menu calls the way there. */
  way: string;
}

/** What stays the same from one render to the next is drawn once: give functions and columns that do. */
interface BoardProps<Item> {
  /** What is on it, for a screen reader: "Productions by stage". */
  label: string;
  columns: BoardColumn[];
  items: Item[];
  itemKey: (item: Item) => string;
  /** What one is called: "Tour T-shirt". */
  itemLabel: (item: Item) => string;
  /** The column that something is in. */
  columnOf: (item: Item) => string;
  /** The columns that it may go to; all others unless told. */
  movesTo?: (item: Item) => string[];
  onMove: (item: Item, column: string) => void;
  children: (item: Item) => ReactNode;
}

interface CardProps<Item> extends Pick<BoardProps<Item>, "movesTo" | "children"> {
  /** All columns. */
  columns: Goal[];
  item: Item;
  id: string;
  label: string;
  /** The column that it is in. */
  column: string;
  group: string;
  move: (id: string, column: Goal) => void;
}

function BoardCard<Item>({ id, label, group, ...card }: CardProps<Item>) {
  const { t } = useTranslation("parts");
  // Cards have no order of their own: what is dropped on one goes to its column.
  const { item, isDragging } = useDrag<HTMLLIElement>({ group: `${group} card`, id, onDrop: () => {} });
  const moves = goalsOf(card.item, card.column, card).map((goal) => ({
    id: goal.id,
    label: goal.way,
    onClick: () => card.move(id, goal),
  }));
  return (
    <li ref={item} className={classes.card} data-dragging={isDragging || undefined}>
      <div className={classes.content}>{card.children(card.item)}</div>
      {moves.length > 0 && (
        <ActionMenu icon="more" small label={t("move.label", { label })} actions={moves} />
      )}
    </li>
  );
}

/** Cards of a column that are in sight on a tall screen: drawn first, the others once the browser has time for them. */
const IN_SIGHT = 30;

/** Of five hundred cards a move concerns one. */
const Card = memo(BoardCard) as typeof BoardCard;

/** The columns that something in one of them may go to. */
function goalsOf<Item>(
  item: Item,
  from: string,
  { columns, movesTo }: Pick<CardProps<Item>, "columns" | "movesTo">,
): Goal[] {
  const allowed = movesTo?.(item);
  return columns.filter(({ id }) => id !== from && (allowed === undefined || allowed.includes(id)));
}

interface ColumnProps {
  label: string;
  count: number;
  group: string;
  onDrop: (id: string) => void;
  children: ReactNode;
}

function Column({ label, count, group, onDrop, children }: ColumnProps) {
  const { t } = useTranslation("parts");
  const { number } = useFormats();
  const id = useId();
  const { area, isOver } = useDropArea<HTMLElement>(`${group} card`, onDrop);
  return (
    <section ref={area} className={classes.column} data-over={isOver || undefined} aria-labelledby={id}>
      <h2 id={id} className={classes.head}>
        {label} <span className={classes.count}>{number(count)}</span>
      </h2>
      {count === 0 ? (
        <p className={classes.none}>{t("board.none")}</p>
      ) : (
        <ul className={classes.cards}>{children}</ul>
      )}
    </section>
  );
}

/**
 * Cards in columns, one a stage: dragged to another, or moved by the menu that each has, which keys and screen readers use
 * (WCAG 2.5.7). On phones a column is as wide as the screen nearly is, and the others are swiped to.
 *
 * @example
 * <Board label={t("productions")} columns={stages} items={productions} itemKey={(one) => one.id} itemLabel={(one) => one.name}
 *   columnOf={(one) => one.stage} onMove={(one, stage) => void save(one, stage)}>
 *   {(one) => <ProductionCard production={one} />}
 * </Board>
 */
export function Board<Item>({
  label,
  columns,
  items,
  itemKey,
  itemLabel,
  columnOf,
  ...props
}: BoardProps<Item>) {
  const { t } = useTranslation("parts");
  const group = useId();
  const [announcement, announce] = useState("");
  const drawn = useDeferredValue(Math.max(items.length, IN_SIGHT), IN_SIGHT);
  const goals = useMemo(
    () => columns.map((column) => ({ ...column, way: t("board.to", { column: column.label }) })),
    [columns, t],
  );
  const moved = (id: string, column: Goal) => {
    const item = items.find((each) => itemKey(each) === id);
    const ways = item === undefined ? [] : goalsOf(item, columnOf(item), { columns: goals, ...props });
    if (item === undefined || !ways.includes(column)) return;
    props.onMove(item, column.id);
    announce(t("board.moved", { label: itemLabel(item), column: column.label }));
  };
  const latest = useRef(moved);
  useEffect(() => {
    latest.current = moved;
  });
  const move = useCallback((id: string, column: Goal) => latest.current(id, column), []);
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: no landmark, which each board would be one more of */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard */}
      <div className={classes.board} role="group" aria-label={label} tabIndex={0}>
        {goals.map((column) => {
          const here = items.filter((item) => columnOf(item) === column.id);
          return (
            <Column
              key={column.id}
              label={column.label}
              count={here.length}
              group={group}
              onDrop={(id) => move(id, column)}
            >
              {here.slice(0, drawn).map((item) => (
                <Card
                  key={itemKey(item)}
                  id={itemKey(item)}
                  label={itemLabel(item)}
                  column={column.id}
                  columns={goals}
                  movesTo={props.movesTo}
                  {...{ item, group, move }}
                >
                  {props.children}
                </Card>
              ))}
            </Column>
          );
        })}
      </div>
      <p className={classes.unseen} role="status">
        {announcement}
      </p>
    </>
  );
}
