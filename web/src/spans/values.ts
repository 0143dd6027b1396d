import { type Day, dayOf, isDay, presetRange } from "@comptoir/kit";

/** A span of days that has a name everywhere: "lastMonth". */
export type SpanName = Parameters<typeof presetRange>[0];

/** The spans that a screen offers, and the one that it begins with. */
export interface Spans {
  names: readonly SpanName[];
  first: SpanName;
}

/** What is asked for, as the form has it. */
export interface SpanValues {
  range: SpanName | "custom";
  /** Of the days that somebody chose. */
  period: { from: string; to: string };
  organizationId: string | null;
  storeId: string | null;
}

/** Days, both included, and whose figures; null: everybody's. */
export interface Asked {
  from: Day;
  to: Day;
  organizationId: string | null;
  storeId: string | null;
}

/** The days that a span means today. */
export const daysOfSpan = (name: SpanName, today: Day = dayOf(new Date())) => presetRange(name, today);

/** What an address asks for: `?range=lastYear`, or `?from=…&to=…`, with `&organization=…&store=…`. */
export function toValues(spans: Spans, query: URLSearchParams, today: Day = dayOf(new Date())): SpanValues {
  const days = { from: query.get("from") ?? "", to: query.get("to") ?? "" };
  const isCustom = isDay(days.from) && isDay(days.to);
  const range = spans.names.find((name) => name === query.get("range")) ?? spans.first;
  return {
    range: isCustom ? "custom" : range,
    period: isCustom ? days : daysOfSpan(range, today),
    organizationId: query.get("organization"),
    storeId: query.get("store"),
  };
}

/** The address that asks for it: what everybody gets who asks for nothing says nothing. */
export function toQuery(spans: Spans, values: SpanValues): URLSearchParams {
  const { range, period, organizationId, storeId } = values;
  const said = {
    ...(range === "custom" ? period : range !== spans.first && { range }),
    ...(organizationId && { organization: organizationId }),
    ...(storeId && { store: storeId }),
  };
  return new URLSearchParams(said);
}

/** What the API is asked; null while the days are being typed. */
export function toAsked(values: SpanValues, today: Day = dayOf(new Date())): Asked | null {
  const { range, period, organizationId, storeId } = values;
  const { from, to } = range === "custom" ? period : daysOfSpan(range, today);
  return isDay(from) && isDay(to) && from <= to ? { from, to, organizationId, storeId } : null;
}

/** What the API calls it. */
export const queryOf = ({ from, to, organizationId, storeId }: Asked) => ({
  startAt: from,
  endAt: to,
  ...(organizationId && { organizationId }),
  ...(storeId && { storeId }),
});
