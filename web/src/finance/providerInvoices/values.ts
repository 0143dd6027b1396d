import {
  addDecimals,
  atField,
  dayOf,
  type FieldError,
  type ListQuery,
  presetRange,
  renamed,
  toApiError,
} from "@comptoir/kit";
import { isNegative, isZero, negated } from "../invoices/values";
import type {
  FileFacts,
  InvoiceLine,
  ParcelSum,
  ProviderInvoice,
  ProviderInvoiceRow,
  Step,
  SumBy,
  SummaryLine,
} from "./api";

/** The steps in their order. */
export const STEPS = [
  "ORDER_MAPPING",
  "PRODUCT_MAPPING",
  "SHIPPING_FEE_CONTROL",
  "SHIPPING_EXCEPTIONS_FEE_CONTROL",
  "OTHER_SERVICES",
  "SUMMARY",
  "VALIDATED",
] as const satisfies Step[];

/** Whether a file is still being read. */
export const isReading = ({ readAt, problem }: ProviderInvoiceRow) => readAt === null && problem === null;

/** Whether there is nothing to do in a step. What parcels there are is known only once their control began. */
export function isSkipped({ steps, status }: Pick<ProviderInvoice, "steps" | "status">, step: Step) {
  const isBefore = STEPS.indexOf(step) < STEPS.indexOf(status);
  const isOfParcels = step === "SHIPPING_FEE_CONTROL" || step === "SHIPPING_EXCEPTIONS_FEE_CONTROL";
  return (isBefore || !isOfParcels) && step !== status && steps.find((of) => of.step === step)?.total === 0;
}

/** Whether an invoice stands at a step in which there is nothing to do, as one where it begins. */
export const isIdle = ({ steps, status }: Pick<ProviderInvoice, "steps" | "status">) =>
  status === "OTHER_SERVICES" && totalOf({ steps, status }) === 0;

/** What there is to look at in a step: the present one, unless told otherwise. */
export const totalOf = (
  { steps, status }: Pick<ProviderInvoice, "steps" | "status">,
  of: Step = status,
): number => steps.find(({ step }) => step === of)?.total ?? 0;

/** How many services nobody has decided about, each of which counts beside the lines. */
export const newServicesOf = ({ services }: Pick<ProviderInvoice, "services">) =>
  services.filter(({ isBilled }) => isBilled === null).length;

/** What keeps the next step from beginning. */
export const openOf = ({ steps, status }: Pick<ProviderInvoice, "steps" | "status">) =>
  steps.find(({ step }) => step === status)?.open ?? 0;

/** The form of a file that is to be imported. */
export interface ImportValues {
  provider: string | null;
  period: { from: string; to: string };
  label: string;
  file: File | null;
}

/** Providers bill whole months. */
export const newImport = (): ImportValues => ({
  provider: null,
  period: presetRange("lastMonth", dayOf(new Date())),
  label: "",
  file: null,
});

/** What the form holds, as the API takes it. */
export const toFacts = ({ provider, period, label }: ImportValues): FileFacts => ({
  provider: provider ?? "",
  start: period.from,
  end: period.to,
  label,
});

const FIELDS: Record<string, string> = { start: "period.from", end: "period.to" };
const TAKEN = "ConflictFulfillmentInvoiceFileException";

/** A refusal of a file, told at its fields. */
export const atImportFields = (reason: unknown) =>
  renamed(atField(reason, { [TAKEN]: "file" }), (field) => FIELDS[field] ?? field);

/** The sums of an invoice as their form has them. */
export interface SumsValues {
  rejectedAmount: string;
  statedAmount: string;
}

export const toSums = ({ rejectedAmount, statedAmount }: ProviderInvoice): SumsValues => ({
  rejectedAmount: rejectedAmount ?? "",
  statedAmount: statedAmount ?? "",
});

const DISAGREES = "ConflictFulfillmentInvoiceTotalException";

/** A refusal of sums that disagree, told at the field that they should come to. */
export const atSumsFields = (reason: unknown) => atField(reason, { [DISAGREES]: "statedAmount" });

/** What of a refusal the form of the sums shows. */
export const refusedSums = (reason: unknown): FieldError[] =>
  toApiError(atSumsFields(reason)).fields.filter(
    ({ field }) => field === "rejectedAmount" || field === "statedAmount",
  );

const rounded = (amount: string) => (Math.abs(Number(amount)) < 0.005 ? "0.00" : amount);

/** What the provider states beyond the lines that were read and rejected; null: it states nothing. */
export function differenceOf({ amount, rejectedAmount, statedAmount }: ProviderInvoice): string | null {
  if (statedAmount === null) return null;
  return rounded(addDecimals([statedAmount, negated(amount), negated(rejectedAmount ?? "0")]));
}

/** What lines of the summary come to: those that are not selected are not charged. */
export function sumOf(lines: SummaryLine[], isCharged: (line: SummaryLine) => boolean = isSelected) {
  const sum = (lines: SummaryLine[], of: (line: SummaryLine) => string) => addDecimals(lines.map(of));
  const amount = sum(lines, ({ amount }) => amount);
  const charged = sum(lines.filter(isCharged), ({ amountCharged }) => amountCharged);
  const paid = sum(lines, ({ amountPaidByCustomer }) => amountPaidByCustomer);
  return {
    quantity: lines.reduce((count, { quantity }) => count + quantity, 0),
    ...{ amount, charged, paid },
    margin: addDecimals([charged, paid, negated(amount)]),
  };
}

function isSelected({ isSelected }: SummaryLine) {
  return isSelected;
}

/** What narrows a list of parcels to those of a sum. */
export const FIELD_OF = {
  STORE: "storeId",
  CARRIER: "carrier",
  COUNTRY: "countryCode",
} as const satisfies Record<SumBy, string>;

/** Whether a list shows the rows of one value of a field alone. */
export function isNarrowedTo({ filters }: Pick<ListQuery, "filters">, field: string, value: string): boolean {
  const filter = filters.find((each) => each.field === field);
  return !!filter && "values" in filter && filter.values.length === 1 && filter.values[0] === value;
}

/** How many parcels the provider charged too much for, and how much. */
export const stakeOf = (sums: ParcelSum[]) => ({
  count: sums.reduce((count, { overcharges }) => count + overcharges, 0),
  amount: addDecimals(sums.map(({ overcharged }) => overcharged)),
});

/** Lines of the summary that belong together. */
export interface Group {
  key: string;
  store: SummaryLine["store"];
  lines: SummaryLine[];
}

const grouped = (lines: SummaryLine[], keyOf: (line: SummaryLine) => string): Group[] =>
  [...Map.groupBy(lines, keyOf)].map(([key, lines]) => ({ key, store: lines[0]?.store ?? null, lines }));

/** By store, in the order of the lines: the company's share is last. */
export const byStore = (lines: SummaryLine[]) => grouped(lines, ({ store }) => store?.id ?? "");

export const byService = (lines: SummaryLine[]) => grouped(lines, ({ label }) => label);

/** Whether a line becomes a fee when it is selected: one that stayed from before is there already. */
export const mayBecomeFee = ({ store, amountCharged, fee }: SummaryLine) =>
  store !== null && !isZero(amountCharged) && fee === null;

/** Whether the last invoice of the provider charged something else for the same. */
export const isChanged = ({ lastCharged, amountCharged }: SummaryLine) =>
  lastCharged !== null && !isZero(addDecimals([amountCharged, negated(lastCharged)]));

/** What stores are charged, and what they are credited, without its sign. */
export function debitAndCredit(lines: SummaryLine[]) {
  const charged = lines.filter(isSelected).map(({ amountCharged }) => amountCharged);
  const credits = charged.filter(isNegative);
  return {
    debit: addDecimals(charged.filter((amount) => !isNegative(amount))),
    credit: addDecimals(credits.map(negated)),
  };
}

/** Which lines of a file a line of the summary is the sum of: those of orders' ways are summed up under one name. */
export interface LinesAsked {
  store: NonNullable<SummaryLine["store"]>;
  label: string;
  /** How many they are. */
  quantity: number;
}

const WAY = "Shipping";

/** How they are asked for. */
export const filtersOf = ({ store, label }: Omit<LinesAsked, "quantity">) => [
  { field: "storeId", values: [store.id] },
  label === WAY
    ? { field: "nature", values: ["WAY", "EXTRA"] satisfies InvoiceLine["nature"][] }
    : { field: "service", values: [label] },
];
