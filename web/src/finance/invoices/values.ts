import { addDecimals, type Day, dayOf, daysAfter, type Tone } from "@comptoir/kit";
import type { CreditInput, Invoice, InvoiceLine, InvoiceRow, StatusInput } from "./api";

/** Without a number it can still be changed and deleted. */
export const isDraft = ({ number }: Pick<InvoiceRow, "number">) => number === null;

/** Whether an exact decimal is nothing: `"0.00"`, `"-0"`. */
export const isZero = (amount: string) => !/[1-9]/.test(amount);

export const isNegative = (amount: string) => amount.startsWith("-") && !isZero(amount);

/** An exact decimal with the other sign. */
export const negated = (amount: string) => (amount.startsWith("-") ? amount.slice(1) : `-${amount}`);

/**
 * How what is left of the sales looks (specification, document 2, section 7): what is left to an organization is good news to
 * it, and not to the company that invoices.
 */
export function toneOfDifference(amount: string, isStaff: boolean): Tone {
  if (isZero(amount)) return "new";
  return isNegative(amount) === isStaff ? "success" : "critical";
}

/** The three statuses of an issued invoice as their form has them. */
export interface StatusValues {
  companyStatus: string;
  customerStatus: string;
  bankStatus: string;
  /** Why one of them goes back. */
  reason: string;
}

export const toStatusValues = (invoice: InvoiceRow): StatusValues => ({
  companyStatus: String(invoice.companyStatus),
  customerStatus: String(invoice.customerStatus),
  bankStatus: String(invoice.bankStatus),
  reason: "",
});

type Statuses = Pick<InvoiceRow, "companyStatus" | "customerStatus" | "bankStatus">;

/** Whether one of the statuses goes back, for which one has to say why (decision 10). */
export const goesBack = (before: Statuses, after: Omit<StatusValues, "reason">) =>
  Number(after.companyStatus) < before.companyStatus ||
  Number(after.customerStatus) < before.customerStatus ||
  Number(after.bankStatus) < before.bankStatus;

/** What their form holds, as the API takes it. */
export const toStatusInput = (before: Statuses, { reason, ...after }: StatusValues): StatusInput => ({
  companyStatus: Number(after.companyStatus),
  customerStatus: Number(after.customerStatus),
  bankStatus: Number(after.bankStatus),
  ...(goesBack(before, after) && { reason }),
});

/** A line of which something is left to take back. */
export interface OpenLine {
  id: string;
  label: string;
  /** Euros without VAT, of the line's sign. */
  left: string;
}

const leftOf = ({ total, credited }: InvoiceLine) => addDecimals([total, negated(credited)]);

/** The lines of an invoice of which credit notes have not taken back everything. */
export const openLines = ({ commissions, fees }: Pick<Invoice, "commissions" | "fees">): OpenLine[] =>
  [...commissions, ...fees]
    .flatMap(({ lines }) => lines)
    .map((line) => ({ id: line.id, label: line.label, left: leftOf(line) }))
    .filter(({ left }) => !isZero(left));

/** What an amount to take back may be: of the line's sign, and no more than is left of it. */
export const rangeOf = (left: string) =>
  isNegative(left) ? { min: Number(left), max: -0.01 } : { min: 0.01, max: Number(left) };

/** A credit note as its form has it: a line's place is that of the open line. */
export interface CreditValues {
  what: "whole" | "lines";
  lines: { isChosen: boolean; amount: string }[];
  freeFees: boolean;
  reason: string;
}

export const newCredit = (lines: OpenLine[]): CreditValues => ({
  what: "whole",
  lines: lines.map(({ left }) => ({ isChosen: false, amount: left })),
  freeFees: false,
  reason: "",
});

/** The places of the lines that are chosen. */
export const chosenOf = ({ lines }: Pick<CreditValues, "lines">) =>
  lines.flatMap(({ isChosen }, at) => (isChosen ? [at] : []));

/** What the form holds, as the API takes it. */
export function toCredit(open: OpenLine[], values: CreditValues): CreditInput {
  const { what, freeFees, reason } = values;
  if (what === "whole") return { lines: null, freeFees, reason };
  const lines = chosenOf(values).map((at) => ({
    lineId: open[at]?.id ?? "",
    amount: values.lines[at]?.amount,
  }));
  return { lines, freeFees, reason };
}

/** Where the form has what the API says of the chosen lines alone: `lines[0].amount` of the second line is `lines[1].amount`. */
export const atFormLine = (field: string, chosen: number[]) =>
  field.replace(/^lines\[(\d+)\]/, (whole, at: string) => {
    const place = chosen[Number(at)];
    return place === undefined ? whole : `lines[${place}]`;
  });

/** The days of a month, `2026-10`, both included. */
export function daysOf(month: string): { start: Day; end: Day } {
  const start = `${month}-01`;
  const next = `${daysAfter(start, 31).slice(0, 7)}-01`;
  return { start, end: daysAfter(next, -1) };
}

/** The month before a day's. */
export const monthBefore = (day: Day = dayOf(new Date())) =>
  daysAfter(`${day.slice(0, 7)}-01`, -1).slice(0, 7);
