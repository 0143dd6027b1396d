import { type FieldValues, useFieldArray, useFormContext } from "react-hook-form";

/** From which place to which one of them moved; null where none did. */
export function moveOf(before: string[], after: string[]): [from: number, to: number] | null {
  const first = before.findIndex((key, at) => after[at] !== key);
  if (first < 0) return null;
  const [moved = "", next] = [before[first], before[first + 1]];
  // What stood behind it follows up: it went down. Else another came up into its place.
  return after[first] === next ? [first, after.indexOf(moved)] : [before.indexOf(after[first] ?? ""), first];
}

/**
 * The rows of a list in the form around it, for a page that lays them out itself; most have RowsField do that.
 *
 * @param name of the list in the form; each of its rows is an object
 * @returns `keys`, a name for each row that it keeps where it moves; the fields of a row start with `${name}.${at}`
 */
export function useFormRows<Row extends FieldValues>(name: string) {
  const { control } = useFormContext();
  const { fields, append, remove, move } = useFieldArray({ name, control, keyName: "rowKey" });
  const keys = fields.map(({ rowKey }) => rowKey);
  return {
    keys,
    add: (row: Row) => append(row),
    remove: (at: number) => remove(at),
    /** Puts them in another order, as `Sortable` tells it. */
    order(after: string[]) {
      const moved = moveOf(keys, after);
      if (moved) move(...moved);
    },
  };
}
