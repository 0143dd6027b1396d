import { useTranslation } from "react-i18next";
import { Figure, Money } from "../display/values";
import { addDecimals } from "../form/decimal";
import type { BulkSelection } from "./bulk";
import type { Column } from "./columns";

/** What adds up: a quantity, or an exact amount, which adds up within its currency only. */
export type Summand = number | { amount: string; currency: string };

/** What a list comes to: of which rows, in words, and by the id of a column. */
export interface Totals {
  label: string;
  of: Record<string, Summand[]>;
}

/** One sum of the quantities, and one of the amounts of each currency. */
export function sumOf(parts: (Summand | null)[]): Summand[] {
  const given = parts.filter((part) => part !== null);
  const counts = given.filter((part) => typeof part === "number");
  const byCurrency = Map.groupBy(
    given.filter((part) => typeof part !== "number"),
    ({ currency }) => currency,
  );
  return [
    ...(counts.length > 0 ? [counts.reduce((sum, count) => sum + count)] : []),
    ...[...byCurrency].map(([currency, amounts]) => ({
      amount: addDecimals(amounts.map(({ amount }) => amount)),
      currency,
    })),
  ];
}

interface Totalled<Row> {
  columns: Column<Row>[];
  rows: Row[];
  /** Whether there are others than `rows`. */
  hasMore: boolean;
  chosen: BulkSelection<Row>;
  /** Of all that matches, as the server tells it. */
  given: Record<string, Summand | Summand[]> | undefined;
}

/** The totals of the selected rows, else of all that the server totals, else of those in sight; null without any. */
export function useTotals<Row>({ columns, rows, hasMore, chosen, given }: Totalled<Row>): Totals | null {
  const { t } = useTranslation("parts");
  const summed = columns.filter(({ total }) => total);
  const isChosen = summed.length > 0 && chosen.rows.length > 0 && !chosen.all;
  const sums = isChosen || !given ? summed : columns.filter(({ id }) => id in given);
  // One row is its own total.
  if (sums.length === 0 || rows.length < 2) return null;
  const from = isChosen ? chosen.rows : rows;
  const of = sums.map(({ id, total }): [string, Summand[]] => [
    id,
    isChosen || !given ? sumOf(from.map((row) => total?.(row) ?? null)) : [given[id] ?? []].flat(),
  ]);
  const whole = given ? t("totals.all") : t("totals.page");
  const label = isChosen ? t("totals.selection") : hasMore ? whole : t("totals.total");
  return { label, of: Object.fromEntries(of) };
}

/** The total of a column: a line a currency. */
export function TotalValue({ of }: { of: Summand[] }) {
  return of.map((sum) =>
    typeof sum === "number" ? (
      <div key="count">
        <Figure value={sum} />
      </div>
    ) : (
      <div key={sum.currency}>
        <Money {...sum} />
      </div>
    ),
  );
}
