import { type Day, dayOf, isDay, monthsFrom, renamed } from "@comptoir/kit";
import { isNumber, shortened } from "../../decimals";
import type {
  Explanation,
  Figures,
  Group,
  InvoiceInput,
  Line,
  Prepared,
  PrepareInput,
  ReportQuery,
  SalesReport,
} from "./api";

/** The steps as they are kept; in the address they are in small letters. */
export const STEPS = ["PREPARE", "FILL", "REVIEW"] as const;
export type Step = (typeof STEPS)[number];

/** What the first step asks for. */
export interface PrepareValues {
  period: { from: string; to: string };
  organizationId: string | null;
  storeId: string | null;
}

/** A report, and what it was read for. */
export interface ReadReport extends SalesReport {
  of: ReportQuery;
}

/** What is proposed beside the fees, and for what. Commissions and special mention are by the internal shipping of it. */
export interface Proposal extends Omit<Prepared, "fees" | "totals"> {
  of: PrepareInput;
  /** Somebody changed the commissions by hand: they stayed as they were when others were proposed. */
  isKept?: boolean;
}

export interface LineValues {
  label: string;
  amount: string;
  quantity: string;
  description: string;
  /** Of fees. */
  category: string | null;
  feeIds: string[];
  explanation: Explanation | null;
}

export interface GroupValues {
  title: string;
  lines: LineValues[];
}

/** What the second step asks for. */
export interface FillValues {
  title: string;
  deadlineAt: string;
  vat: string;
  organizationVat: string;
  organizationOwnership: string;
  specialMention: string;
  internalShipping: string;
  commissions: GroupValues[];
  fees: GroupValues[];
  /** Lines of fees that were taken out, and the title that each stood below: their fees stay open. */
  leftOut: { title: string; line: LineValues }[];
}

export const SECTIONS = ["commissions", "fees"] as const;
export type Section = (typeof SECTIONS)[number];

/** All that is kept of one's work. */
export interface Work {
  prepare: PrepareValues;
  report: ReadReport | null;
  proposal: Proposal | null;
  fill: FillValues | null;
}

/** What a link asks to begin with: `?store=&organization=&start=&end=`. */
export function linked(query: URLSearchParams, today: Day = dayOf(new Date())): PrepareValues {
  const [from, to] = [query.get("start") ?? "", query.get("end") ?? ""];
  return {
    period: isDay(from) && isDay(to) ? { from, to } : monthsFrom(today, -1),
    organizationId: query.get("organization") || null,
    storeId: query.get("store") || null,
  };
}

/** Whether a link asks for another invoice than the one that is kept; once that was begun, the address names its step. */
export function asksForOther(query: URLSearchParams, kept: PrepareValues): boolean {
  if (query.has("step") || !query.has("store")) return false;
  const { period, organizationId, storeId } = linked(query);
  return (
    storeId !== kept.storeId ||
    organizationId !== kept.organizationId ||
    period.from !== kept.period.from ||
    period.to !== kept.period.to
  );
}

/** What a report is read for; null while that is open. */
export const reportQuery = ({ period: { from, to }, storeId }: PrepareValues): ReportQuery | null =>
  storeId && isDay(from) && isDay(to) && from <= to ? { storeId, startAt: from, endAt: to } : null;

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The report, where it was read for this store and these days. */
export const reportFor = (values: PrepareValues, report: ReadReport | null): ReadReport | null =>
  report && isSame(report.of, reportQuery(values)) ? report : null;

export const toPrepareInput = (
  { period, organizationId, storeId }: PrepareValues,
  { months }: SalesReport,
): PrepareInput => ({
  startAt: period.from,
  endAt: period.to,
  storeId: storeId ?? "",
  organizationId: organizationId ?? "",
  salesReport: months,
});

/** Whether this is what was proposed for. */
export const isFor = (input: PrepareInput, proposal: Proposal | null): boolean =>
  proposal !== null && isSame(input, proposal.of);

/** What the first step's fields are called in the API. */
const FIELDS: Record<string, string> = { startAt: "period.from", endAt: "period.to" };

/** A refusal of the first step, told at its fields. */
export const atPrepareFields = (reason: unknown): unknown =>
  renamed(reason, (field) => FIELDS[field] ?? field);

const toLine = (line: Line): LineValues => ({
  label: line.label,
  amount: line.amount,
  quantity: line.quantity,
  description: line.description ?? "",
  category: line.category ?? null,
  feeIds: line.feeIds ?? [],
  explanation: line.explanation ?? null,
});

export const toGroups = (groups: Group[]): GroupValues[] =>
  groups.map(({ title, lines }) => ({ title, lines: lines.map(toLine) }));

/** What the second step begins with. */
export const toFill = (prepared: Prepared): FillValues => ({
  title: prepared.title,
  deadlineAt: prepared.deadlineAt,
  vat: prepared.vat,
  organizationVat: prepared.organizationVat,
  organizationOwnership: prepared.organizationOwnership,
  specialMention: prepared.specialMention,
  internalShipping: prepared.internalShipping.amount,
  commissions: toGroups(prepared.commissions),
  fees: toGroups(prepared.fees),
  leftOut: [],
});

export const toProposal = ({ fees: _, totals: __, ...rest }: Prepared, of: PrepareInput): Proposal => ({
  ...rest,
  of,
});

/** As far as a part of the sales goes, in euros (specification, document 1, section 5). */
export const MOST_SALES = 9_999_999;

/** What is to be proposed anew, for another internal shipping than before; null: nothing. */
export function toFollow(
  { internalShipping }: Pick<FillValues, "internalShipping">,
  proposal: Proposal,
): PrepareInput | null {
  const isOther = shortened(internalShipping) !== shortened(proposal.internalShipping.amount);
  return isOther && isNumber(internalShipping, 0, MOST_SALES) ? { ...proposal.of, internalShipping } : null;
}

/** What people see of groups, as numbers are and not as they are written. */
const seen = (groups: Group[]) =>
  groups.map(({ title, lines }) => [
    title,
    lines.map(({ label, amount, quantity, description }) => [
      ...[label, shortened(amount), shortened(quantity), description ?? ""],
    ]),
  ]);

/** Whether somebody changed the commissions that were proposed. */
export const isEdited = ({ commissions }: Pick<FillValues, "commissions">, proposal: Proposal) =>
  !isSame(seen(commissions as Group[]), seen(proposal.commissions));

/** A line that somebody adds. */
export const newLine = (section: Section): LineValues => ({
  label: "",
  amount: "",
  quantity: "1",
  description: "",
  category: section === "fees" ? "OTHER" : null,
  feeIds: [],
  explanation: null,
});

/** As far as an amount of a line goes, in euros, up or down, and a quantity (specification, document 1, section 5). */
export const MOST = 99_999;

/** Whether the host can count what is filled in: while somebody types it often cannot. */
export const isCountable = ({ organizationVat, organizationOwnership, commissions, fees }: FillValues) =>
  isNumber(organizationVat, 0, 100) &&
  isNumber(organizationOwnership, 0, 100) &&
  [...commissions, ...fees].every(({ lines }) =>
    lines.every(({ amount, quantity }) => isNumber(amount, -MOST, MOST) && isNumber(quantity, 0, MOST, 4)),
  );

/** What totals follow from, as the API takes it. */
export const toFigures = (fill: FillValues, { salesReport }: Proposal): Figures => ({
  organizationVat: fill.organizationVat,
  organizationOwnership: fill.organizationOwnership,
  salesReport,
  commissions: fill.commissions as Figures["commissions"],
  fees: fill.fees as Figures["fees"],
});

/** The whole, as the API takes it. */
export const toInput = (fill: FillValues, proposal: Proposal): InvoiceInput => ({
  startAt: proposal.of.startAt,
  endAt: proposal.of.endAt,
  storeId: proposal.of.storeId,
  organizationId: proposal.of.organizationId,
  title: fill.title,
  deadlineAt: fill.deadlineAt,
  vat: fill.vat as InvoiceInput["vat"],
  specialMention: fill.specialMention,
  internalShipping: fill.internalShipping,
  figures: toFigures(fill, proposal),
});

/** A line that was left out, back below its title: that of a group that is there, or of one of its own again. */
export function putBack(
  groups: GroupValues[],
  { title, line }: FillValues["leftOut"][number],
): GroupValues[] {
  const at = groups.findIndex((group) => group.title === title);
  if (at < 0) return [...groups, { title, lines: [line] }];
  return groups.map((group, index) => (index === at ? { ...group, lines: [...group.lines, line] } : group));
}

/** The commissions that are proposed, and the lines that somebody added to those of before. */
export const withAdded = (proposed: Group[], present: GroupValues[]): GroupValues[] =>
  present
    .flatMap(({ title, lines }) => lines.map((line) => ({ title, line })))
    .filter(({ line }) => line.explanation === null)
    .reduce(putBack, toGroups(proposed));

/** The totals of lines, which come commissions first, by section, group and place. */
export function byPlace({ commissions, fees }: Pick<FillValues, Section>, totals: string[]) {
  const rest = [...totals];
  const of = (groups: GroupValues[]) => groups.map(({ lines }) => rest.splice(0, lines.length));
  return { commissions: of(commissions), fees: of(fees) };
}

/** What is kept, where it is of the shape that this portal keeps. */
export function toWork(state: unknown): Work | null {
  const work = state as (Partial<Work> & { prepare?: Partial<PrepareValues> }) | null;
  if (typeof work?.prepare?.period?.from !== "string") return null;
  const { proposal, ...rest } = work as Work;
  // Commissions did not follow the internal shipping once, and those that were proposed were not kept.
  return { ...rest, proposal: proposal && { ...proposal, commissions: proposal.commissions ?? [] } };
}
