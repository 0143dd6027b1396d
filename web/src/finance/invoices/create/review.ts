import { monthStart } from "@comptoir/kit";
import { toHundredths } from "../../decimals";
import type { Invoice, InvoiceRow, MonthWarning } from "./api";
import { type FillValues, type GroupValues, SECTIONS, type Section } from "./values";

/** What happened to a line since the invoice before. */
export type Change = "same" | "new" | "more" | "less" | "gone";

/** A line of this invoice, of the one before, or of both. */
export interface ComparedLine {
  label: string;
  description: string;
  quantity: string | null;
  amount: string | null;
  /** Of this invoice and of the one before; null: it is in the other alone. */
  total: string | null;
  before: string | null;
  /** Null where there is no invoice before. */
  change: Change | null;
}

export interface ComparedGroup {
  title: string;
  lines: ComparedLine[];
}

interface Known {
  title: string;
  label: string;
  description: string;
  total: string;
}

const knownOf = (invoice: Invoice, section: Section): Known[] =>
  invoice[section].flatMap(({ title, lines }) =>
    lines.map(({ label, description, total }) => ({ title, label, description, total })),
  );

/** How an amount differs from another. */
export function changeOf(now: string, before: string): "same" | "more" | "less" {
  const [a, b] = [toHundredths(now) ?? 0n, toHundredths(before) ?? 0n];
  if (a === b) return "same";
  return a > b ? "more" : "less";
}

/**
 * The groups of one section, each line beside that of the same title and label of the invoice before; what that one had
 * alone stands at the end of its group.
 *
 * @param totals of the lines, by group and place
 */
export function compare(
  groups: GroupValues[],
  totals: string[][],
  section: Section,
  previous: Invoice | null,
): ComparedGroup[] {
  const rest = previous ? knownOf(previous, section) : [];
  const take = (title: string, label: string) => {
    const at = rest.findIndex((each) => each.title === title && each.label === label);
    return at < 0 ? undefined : rest.splice(at, 1)[0];
  };
  const compared = groups.map(({ title, lines }, at) => ({
    title,
    lines: lines.map((line, place): ComparedLine => {
      const before = take(title, line.label);
      const total = totals[at]?.[place] ?? null;
      const change = before && total !== null ? changeOf(total, before.total) : "new";
      return {
        label: line.label,
        description: line.description,
        quantity: line.quantity,
        amount: line.amount,
        total,
        before: before?.total ?? null,
        change: previous && change,
      };
    }),
  }));
  for (const { title, label, description, total } of rest) {
    const gone: ComparedLine = {
      ...{ label, description, quantity: null, amount: null },
      ...{ total: null, before: total, change: "gone" },
    };
    const group = compared.find((each) => each.title === title);
    if (group) group.lines.push(gone);
    else compared.push({ title, lines: [gone] });
  }
  return compared;
}

/** How many months back amounts are compared with. */
const MONTHS = 6;

/**
 * Whether a total is more than twice, or less than half, the mean of the last six months' invoices; null: it is not, or
 * there is nothing to compare it with.
 */
export function unusual(total: string, startAt: string, earlier: InvoiceRow[]): "high" | "low" | null {
  const recent = earlier.filter((row) => row.startAt >= monthStart(startAt, -MONTHS));
  const sum = recent.reduce((all, { totalAmount }) => all + (toHundredths(totalAmount) ?? 0n), 0n);
  const now = toHundredths(total);
  if (sum <= 0n || now === null) return null;
  // Times their number instead of divided by it: nothing is rounded.
  const times = now * BigInt(recent.length);
  if (times > 2n * sum) return "high";
  return 2n * times < sum ? "low" : null;
}

/** What somebody should look at before the invoice is made. */
export type Warning =
  | { kind: "month"; of: MonthWarning }
  | { kind: "overlapping" }
  | { kind: "high" | "low" }
  | { kind: "negative" }
  | { kind: "leftOut"; fees: number };

interface Facts {
  total: string;
  startAt: string;
  months: MonthWarning[];
  overlapping: unknown[];
  earlier: InvoiceRow[];
  leftOut: FillValues["leftOut"];
}

export function warningsOf({ total, startAt, months, overlapping, earlier, leftOut }: Facts): Warning[] {
  const amount = unusual(total, startAt, earlier);
  const fees = leftOut.reduce((count, { line }) => count + line.feeIds.length, 0);
  return [
    ...months.map((of) => ({ kind: "month" as const, of })),
    ...(overlapping.length > 0 ? [{ kind: "overlapping" as const }] : []),
    ...(amount ? [{ kind: amount }] : []),
    ...((toHundredths(total) ?? 0n) < 0n ? [{ kind: "negative" as const }] : []),
    ...(fees > 0 ? [{ kind: "leftOut" as const, fees }] : []),
  ];
}

/** Whether the invoice has any line. */
export const isEmpty = (fill: Pick<FillValues, Section>) =>
  SECTIONS.every((section) => fill[section].every(({ lines }) => lines.length === 0));
