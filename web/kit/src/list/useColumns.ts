import { useMemo } from "react";
import { create } from "zustand";
import { persist } from "zustand/middleware";
import type { Column } from "./columns";

/** How somebody wants the columns of a list: their ids in order, and which of them are out of sight. */
export interface ColumnChoice {
  order: string[];
  hidden: string[];
}

/** Per list, kept in this browser. */
const useChoices = create<{ lists: Record<string, ColumnChoice> }>()(
  persist(() => ({ lists: {} }), { name: "comptoir.columns", version: 1 }),
);

function setChoice(list: string, choice: ColumnChoice | null) {
  useChoices.setState(({ lists: { [list]: _, ...others } }) => ({
    lists: choice ? { ...others, [list]: choice } : others,
  }));
}

/** The column that names a row and leads to it; it cannot be hidden. */
export const titleOf = <C extends Pick<Column<never>, "id" | "card">>(columns: C[]): C | undefined =>
  columns.find((column) => column.card === "title") ?? columns[0];

/** The columns in the chosen order; those that the choice does not know come last, as they were declared. */
export function inOrder<C extends { id: string }>(columns: C[], order: string[]): C[] {
  const place = (id: string) => (order.includes(id) ? order.indexOf(id) : order.length);
  return columns.toSorted((a, b) => place(a.id) - place(b.id));
}

/** One column as the picker shows it. */
export interface ColumnOption {
  id: string;
  header: string;
  shown: boolean;
  /** Names the row, so it cannot be hidden. */
  fixed: boolean;
}

/** The columns to choose from, and the ways to choose. */
export interface ColumnOptions {
  options: ColumnOption[];
  toggle(id: string): void;
  /** Moves a column by some places; past an end it stays. */
  move(id: string, by: -1 | 1): void;
  /** Back to how the list declares them. Null while they are. */
  reset: (() => void) | null;
}

/**
 * The columns of a list as chosen in this browser.
 *
 * @param list its name; without one the columns are as declared and `picker` is null
 */
export function useColumns<Row>(list: string | undefined, columns: Column<Row>[]) {
  const choice = useChoices(({ lists }) => (list === undefined ? undefined : lists[list]));
  return useMemo((): { shown: Column<Row>[]; picker: ColumnOptions | null } => {
    if (list === undefined) return { shown: columns, picker: null };
    const title = titleOf(columns)?.id;
    const ordered = inOrder(columns, choice?.order ?? []);
    // What a choice does not know yet, as a plugin's new column, is as it is declared.
    const undecided = columns.filter(({ id, hidden }) => hidden && !choice?.order.includes(id));
    const hidden = [...(choice?.hidden ?? []), ...undecided.map(({ id }) => id)].filter((id) => id !== title);
    const order = ordered.map(({ id }) => id);
    const isShown = (id: string) => !hidden.includes(id);
    const picker: ColumnOptions = {
      options: ordered.map(({ id, header }) => ({ id, header, shown: isShown(id), fixed: id === title })),
      toggle: (id) =>
        setChoice(list, {
          order,
          hidden: isShown(id) ? [...hidden, id] : hidden.filter((other) => other !== id),
        }),
      move: (id, by) => {
        const from = order.indexOf(id);
        const other = order[from + by];
        if (other === undefined) return;
        setChoice(list, { order: order.with(from, other).with(from + by, id), hidden });
      },
      reset: choice ? () => setChoice(list, null) : null,
    };
    return { shown: ordered.filter(({ id }) => isShown(id)), picker };
  }, [list, columns, choice]);
}
