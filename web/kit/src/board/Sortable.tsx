import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../display/icons";
import { ActionMenu, type MenuAction } from "../layout/ActionMenu";
import classes from "./board.module.css";
import type { Edge } from "./drag";
import { movedBeside, movedTo } from "./order";
import { useDrag } from "./useDrag";

interface SortableProps<Item> {
  /** What is put in order, for a screen reader: "Stages". */
  label: string;
  items: Item[];
  itemKey: (item: Item) => string;
  /** What one is called: "Printing". */
  itemLabel: (item: Item) => string;
  /** All of them in their new order. */
  onOrder: (items: Item[]) => void;
  children: (item: Item) => ReactNode;
}

interface ItemProps {
  id: string;
  label: string;
  group: string;
  moves: MenuAction[];
  onDrop: (id: string, edge: Edge) => void;
  children: ReactNode;
}

function SortableItem({ id, label, group, moves, onDrop, children }: ItemProps) {
  const { t } = useTranslation("parts");
  const { item, handle, isDragging, edge } = useDrag<HTMLLIElement>({ group, id, onDrop });
  return (
    <li
      ref={item}
      className={classes.row}
      data-dragging={isDragging || undefined}
      data-edge={edge ?? undefined}
    >
      <span ref={handle} className={classes.handle} title={t("move.drag")} aria-hidden="true">
        <Icon name="drag" />
      </span>
      <div className={classes.content}>{children}</div>
      {moves.length > 0 && (
        <ActionMenu icon="more" small label={t("move.label", { label })} actions={moves} />
      )}
    </li>
  );
}

/**
 * Things that somebody puts in order: dragged by their handle, or moved by the menu that each has, which keys and screen
 * readers use (WCAG 2.5.7).
 *
 * @example
 * <Sortable label={t("stages")} items={stages} itemKey={(stage) => stage.id} itemLabel={(stage) => stage.name} onOrder={save}>
 *   {(stage) => stage.name}
 * </Sortable>
 */
export function Sortable<Item>({ label, items, itemKey, itemLabel, onOrder, children }: SortableProps<Item>) {
  const { t } = useTranslation("parts");
  const group = useId();
  const [announcement, announce] = useState("");
  const indexOf = (id: string) => items.findIndex((item) => itemKey(item) === id);

  const order = (moved: Item[], item: Item) => {
    if (moved === items) return;
    onOrder(moved);
    announce(
      t("move.done", { label: itemLabel(item), position: moved.indexOf(item) + 1, total: moved.length }),
    );
  };
  const movesOf = (item: Item, at: number): MenuAction[] => {
    const to = (id: string, label: string, place: number): MenuAction => ({
      id,
      label,
      onClick: () => order(movedTo(items, at, place), item),
    });
    const last = items.length - 1;
    return [
      ...(at > 0 ? [to("up", t("move.up"), at - 1)] : []),
      ...(at < last ? [to("down", t("move.down"), at + 1)] : []),
      ...(at > 1 ? [to("first", t("move.first"), 0)] : []),
      ...(at < last - 1 ? [to("last", t("move.last"), last)] : []),
    ];
  };
  return (
    <>
      <ol className={classes.list} aria-label={label}>
        {items.map((item, at) => (
          <SortableItem
            key={itemKey(item)}
            id={itemKey(item)}
            label={itemLabel(item)}
            group={group}
            moves={movesOf(item, at)}
            onDrop={(id, edge) => {
              const dropped = items[indexOf(id)];
              if (dropped !== undefined) order(movedBeside(items, indexOf(id), at, edge), dropped);
            }}
          >
            {children(item)}
          </SortableItem>
        ))}
      </ol>
      <p className={classes.unseen} role="status">
        {announcement}
      </p>
    </>
  );
}
