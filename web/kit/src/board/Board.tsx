import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormats } from "../i18n/format";
import { ActionMenu } from "../layout/ActionMenu";
import classes from "./board.module.css";
import { useDrag, useDropArea } from "./useDrag";

interface BoardColumn {
  id: string;
  label: string;
}

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

interface CardProps {
  id: string;
  label: string;
  group: string;
  moves: { id: string; label: string; onClick: () => void }[];
  children: ReactNode;
}

function Card({ id, label, group, moves, children }: CardProps) {
  const { t } = useTranslation("parts");
  // Cards have no order of their own: what is dropped on one goes to its column.
  const { item, isDragging } = useDrag<HTMLLIElement>({ group: `${group} card`, id, onDrop: () => {} });
  return (
    <li ref={item} className={classes.card} data-dragging={isDragging || undefined}>
      <div className={classes.content}>{children}</div>
      {moves.length > 0 && (
        <ActionMenu icon="more" small label={t("move.label", { label })} actions={moves} />
      )}
    </li>
  );
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
  const goals = (item: Item) =>
    columns.filter(
      ({ id }) => id !== columnOf(item) && (props.movesTo === undefined || props.movesTo(item).includes(id)),
    );
  const move = (item: Item, column: BoardColumn) => {
    props.onMove(item, column.id);
    announce(t("board.moved", { label: itemLabel(item), column: column.label }));
  };
  const drop = (id: string, column: BoardColumn) => {
    const item = items.find((each) => itemKey(each) === id);
    if (item !== undefined && goals(item).includes(column)) move(item, column);
  };
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: no landmark, which each board would be one more of */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard */}
      <div className={classes.board} role="group" aria-label={label} tabIndex={0}>
        {columns.map((column) => {
          const here = items.filter((item) => columnOf(item) === column.id);
          return (
            <Column
              key={column.id}
              label={column.label}
              count={here.length}
              group={group}
              onDrop={(id) => drop(id, column)}
            >
              {here.map((item) => (
                <Card
                  key={itemKey(item)}
                  id={itemKey(item)}
                  label={itemLabel(item)}
                  group={group}
                  moves={goals(item).map((goal) => ({
                    id: goal.id,
                    label: t("board.to", { column: goal.label }),
                    onClick: () => move(item, goal),
                  }))}
                >
                  {props.children(item)}
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
