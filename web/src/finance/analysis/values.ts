import { addDecimals, type Filter } from "@comptoir/kit";
import type { Asked, Spans } from "../../spans/values";
import { daysOf } from "../invoices/values";
import type { Analysis, Category, CategoryFees, LinesAsked, Month } from "./api";

/** Whole months before the present one. */
export const SPANS: Spans = {
  names: ["lastMonth", "last3Months", "last6Months", "lastYear"],
  first: "last6Months",
};

const one = (field: string, id: string | null): Filter[] => (id ? [{ field, values: [id] }] : []);

/** The invoices that count: those that were issued and begin in the span. */
export const invoicesOf = ({ from, to, organizationId, storeId }: Asked): Filter[] => [
  { field: "startAt", from, to },
  { field: "companyStatus", values: ["1", "2"] },
  ...one("organizationId", organizationId),
  ...one("storeId", storeId),
];

/** The days of a month that lie in the span. */
export function daysWithin(month: Month["month"], { from, to }: Pick<Asked, "from" | "to">) {
  const { start, end } = daysOf(month.slice(0, 7));
  return { from: start < from ? from : start, to: end > to ? to : end };
}

/** As many categories have a colour of their own where there are more than six, which all that are told apart are. */
const COLOURS = 6;

/** Categories that are shown as one: the last of them is all that have no colour of their own. */
export interface Shown {
  id: string;
  categories: Category[];
}

export const REST = "REST";

/**
 * What of the categories is shown by itself, the largest first; of more than six, "other" is part of the rest.
 *
 * @param categories the largest first
 */
export function shownOf(categories: Category[]): Shown[] {
  const alone = (category: Category) => ({ id: category, categories: [category] });
  if (categories.length <= COLOURS) return categories.map(alone);
  const named: Category[] = categories.filter((category) => category !== "OTHER").slice(0, COLOURS - 1);
  const rest = categories.filter((category) => !named.includes(category));
  return [...named.map(alone), { id: REST, categories: rest }];
}

/** What some categories come to. */
export const sumOf = (fees: CategoryFees[], categories: string[]) =>
  addDecimals(fees.filter(({ category }) => categories.includes(category)).map(({ amount }) => amount));

/** Which figure of a month is looked into. */
export interface Behind extends Pick<LinesAsked, "section"> {
  month: Month["month"];
  /** None: all of the section. */
  categories: Category[];
}

/** What an address has beside the question where a figure is looked into: `&month=2026-10-01&section=FEES&category=STORAGE`. */
const PLACE = ["month", "section", "category"];

/** The figure that an address looks into, where there is one. */
export function toBehind(query: URLSearchParams, { chart }: Analysis): (Behind & { total: string }) | null {
  const row = chart.find(({ month }) => month === query.get("month"));
  const section = (["FEES", "COMMISSIONS"] as const).find((each) => each === query.get("section"));
  if (!row || !section) return null;
  const asked = query.getAll("category");
  const fees = row.feesByCategory.filter(({ category }) => asked.includes(category));
  if (asked.length > 0 && fees.length === 0) return null;
  const categories = fees.map(({ category }) => category);
  const whole = section === "FEES" ? row.fees : row.commissions;
  const total = asked.length > 0 ? sumOf(fees, categories) : whole;
  return { month: row.month, section, categories, total };
}

/** The address that looks into a figure, or (null) into none. */
export function lookInto(query: URLSearchParams, behind: Behind | null): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const name of PLACE) next.delete(name);
  if (!behind) return next;
  next.set("month", behind.month);
  next.set("section", behind.section);
  for (const category of behind.categories) next.append("category", category);
  return next;
}

/** The lines that a figure is the sum of, as the API is asked: by categories where it is of some. */
export function linesAsked(asked: Asked, { month, section, categories }: Behind): LinesAsked[] {
  const of = { ...asked, ...daysWithin(month, asked), section };
  return categories.length === 0 ? [of] : categories.map((category) => ({ ...of, category }));
}
