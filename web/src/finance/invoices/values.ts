import {
  addDecimals,
  type BulkSelection,
  type Day,
  dayOf,
  type FieldError,
  monthStart,
  monthsFrom,
  type Tone,
} from "@comptoir/kit";
import type {
  CreditInput,
  Invoice,
  InvoiceLine,
  InvoiceRow,
  RefusedInvoice,
  StatusInput,
  WorkAction,
} from "./api";

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

/** Whether nobody has to pay an invoice any more, as credit notes took all of it back. */
export const owesNothing = ({ bankStatus, isCredited }: InvoiceRow) => isCredited && bankStatus === 0;

/** Whether an invoice should have been paid by now and was not. */
export function isOverdue(invoice: InvoiceRow, today: Day = dayOf(new Date())) {
  const { kind, bankStatus, deadlineAt, totalAmount, isCredited } = invoice;
  return (
    !isDraft(invoice) &&
    kind === "INVOICE" &&
    bankStatus === 0 &&
    deadlineAt < today &&
    !isCredited &&
    !isZero(totalAmount) &&
    !isNegative(totalAmount)
  );
}

/** Whether its readers may be reminded of it: once a day. */
export const mayRemind = (invoice: InvoiceRow, today: Day = dayOf(new Date())) =>
  isOverdue(invoice, today) && (invoice.remindedAt === null || dayOf(new Date(invoice.remindedAt)) !== today);

/** Which invoices each action can succeed for, as far as a list tells; in the order of an invoice's life. */
export const WORKABLE: Record<WorkAction, (invoice: InvoiceRow) => boolean> = {
  ISSUE: isDraft,
  SEND: ({ companyStatus }) => companyStatus === 1,
  REMIND: (invoice) => mayRemind(invoice),
  MARK_PAID: (invoice) => !isDraft(invoice) && invoice.bankStatus === 0,
  DOWNLOAD: (invoice) => !isDraft(invoice),
};

/** What is asked to happen to many invoices. */
export interface AskedWork {
  action: WorkAction;
  body: BulkSelection<InvoiceRow>["body"];
  /** To how many; null: nobody knows. */
  count: number | null;
  /** How many of the selected ones it is not asked for; null: it is asked for all that match, whatever they are. */
  left: number | null;
}

/** What can be asked for of a selection: where the rows are in sight, of those alone that it can succeed for. */
export const offeredWork = (selection: BulkSelection<InvoiceRow>, actions: WorkAction[]): AskedWork[] =>
  actions.flatMap((action) => {
    const { rows, all, body, count } = selection;
    if (all) return { action, body, count, left: null };
    const ids = rows.filter(WORKABLE[action]).map(({ id }) => id);
    if (ids.length === 0) return [];
    return { action, body: { ids }, count: ids.length, left: rows.length - ids.length };
  });

/** What is wrong with single fields, where a refusal tells that. */
export const issuesOf = ({ payload }: Pick<RefusedInvoice, "payload">): FieldError[] =>
  Array.isArray(payload) ? payload : [];

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
  const { from, to } = monthsFrom(`${month}-01`, 0);
  return { start: from, end: to };
}

/** The month before a day's. */
export const monthBefore = (day: Day = dayOf(new Date())) => monthStart(day, -1).slice(0, 7);
