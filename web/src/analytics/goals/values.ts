import { addDecimals, type Schemas } from "@comptoir/kit";
import type { Goals, Reached } from "./api";

/** As the form has them: months as `2026-11`. */
export interface GoalsValues {
  goals: { month: string; netSales: string }[];
}

export const toValues = ({ goals }: Goals): GoalsValues => ({
  goals: goals.map(({ month, netSales }) => ({ month: month.slice(0, 7), netSales })),
});

export const toInput = ({ goals }: GoalsValues): Schemas["StoreGoalsInput"] => ({
  goals: goals.map(({ month, netSales }) => ({ month: `${month}-01`, netSales })),
});

/** What was sold of an amount, in percent to one decimal; of nothing all of it. */
export const percentOf = (sold: string, amount: string): number =>
  Number(amount) === 0 ? 100 : Math.round((Number(sold) / Number(amount)) * 1_000) / 10;

/** How far what was sold is beyond what was due by now, or behind it. */
export function paceOf({ netSales, due }: Reached): { pace: "ahead" | "behind" | "onTrack"; amount: string } {
  const difference = addDecimals([netSales, `-${due}`]);
  const amount = difference.replace("-", "");
  const pace = Number(difference) === 0 ? "onTrack" : difference.startsWith("-") ? "behind" : "ahead";
  return { pace, amount };
}
