import type { ReactNode } from "react";
import { CopyId } from "../display/CopyId";
import { DateTime, Figure, Money, NONE } from "../display/values";
import type { Column } from "./columns";
import type { SortField } from "./fields";
import type { Summand } from "./totals";

type Nothing = null | undefined;
interface Amount {
  amount: string;
  currency: string;
}

/** The fields of a row that hold such a value. */
type FieldOf<Row, Value> = {
  [Field in keyof Row & string]: Row[Field] extends Value ? Field : never;
}[keyof Row & string];

/** How a column is shown; `of` tells what it shows where no field of its name holds that. */
type Shown<Row, List extends string, Id extends string, Value> = Pick<
  Column<Row>,
  "card" | "hidden" | "width"
> &
  (Id extends SortField<List> ? { sortable?: boolean } : { sortable?: false }) &
  (Id extends FieldOf<Row, Value> ? { of?: (row: Row) => Value } : { of: (row: Row) => Value });

/** Those that add up can be totalled. */
interface Totalled {
  total?: boolean;
}

type MakeColumn<Row, List extends string, Value, More = unknown> = <const Id extends string>(
  id: Id,
  header: string,
  ...shown: Id extends FieldOf<Row, Value>
    ? [shown?: Shown<Row, List, Id, Value> & More]
    : [shown: Shown<Row, List, Id, Value> & More]
) => Column<Row, List>;

interface ColumnsOf<Row, List extends string> {
  text: MakeColumn<Row, List, string | Nothing>;
  /** An id or a reference that people take elsewhere. */
  copy: MakeColumn<Row, List, string | Nothing>;
  number: MakeColumn<Row, List, number | Nothing, Totalled>;
  money: MakeColumn<Row, List, Amount | Nothing, Totalled>;
  /** How long ago, or the day. */
  date: MakeColumn<Row, List, string | Nothing>;
  /** Always the day: of what is to come. */
  day: MakeColumn<Row, List, string | Nothing>;
}

interface Given<Row, Value> extends Totalled {
  of?: (row: Row) => Value | Nothing;
}

const maker =
  <Value extends Summand | string>(draw: (value: Value) => ReactNode, align?: "right") =>
  <Row,>(id: string, header: string, { of, total, ...shown }: Given<Row, Value> = {}) => {
    const read = of ?? ((row: Row) => (row as Record<string, unknown>)[id] as Value | Nothing);
    const cell = (row: Row) => {
      const value = read(row);
      return value === null || value === undefined || value === "" ? NONE : draw(value);
    };
    const sum = total && { total: (row: Row) => (read(row) as Summand | Nothing) ?? null };
    return { id, header, align, cell, ...sum, ...shown };
  };

const COLUMNS = {
  text: maker((text: string) => text),
  copy: maker((id: string) => <CopyId value={id} />),
  number: maker((count: number) => <Figure value={count} />, "right"),
  money: maker((amount: Amount) => <Money {...amount} />, "right"),
  date: maker((at: string) => <DateTime at={at} />, "right"),
  day: maker((at: string) => <DateTime at={at} relative={false} />, "right"),
};

/**
 * The usual columns of a list of these rows, by what they show: aligned and written as everywhere, a dash for nothing. A
 * name that is no such field of the rows does not compile, nor sorting by what the host does not sort by. Whatever else
 * there is to show is a `Column` beside them.
 *
 * `const { text, date } = columnsOf<StoreRow, "stores">()`, then `text("name", t("column.name"), { sortable: true })`
 */
export const columnsOf = <Row, List extends string = string>() => COLUMNS as unknown as ColumnsOf<Row, List>;
