import type { Column } from "./columns";
import { type Totals, TotalValue } from "./totals";

interface TotalsRowProps {
  totals: Totals;
  columns: Pick<Column<never>, "id" | "align">[];
  /** How many cells a row has before its columns', and behind them. */
  before: number;
  behind: number;
}

/** The last row of a table, which stays in sight: what its columns come to. */
export function TotalsRow({ totals, columns, before, behind }: TotalsRowProps) {
  const first = columns.findIndex(({ id }) => id in totals.of);
  const span = before + Math.max(first, 0);
  const label = (
    <th scope="row" colSpan={span || undefined}>
      {totals.label}
    </th>
  );
  return (
    <tfoot>
      {/* Where the first column is totalled there is no room beside it. */}
      {span === 0 && <tr>{label}</tr>}
      <tr>
        {span > 0 && label}
        {columns.slice(Math.max(first, 0)).map(({ id, align }) => (
          <td key={id} data-align={align}>
            <TotalValue of={totals.of[id] ?? []} />
          </td>
        ))}
        {behind > 0 && <td colSpan={behind} />}
      </tr>
    </tfoot>
  );
}
