import { useForm, useOnChange, useSettledValues } from "@comptoir/kit";
import { useEffect, useEffectEvent } from "react";
import { useSearchParams } from "react-router";
import { daysOfSpan, type Spans, type SpanValues, toAsked, toQuery, toValues } from "./values";

/**
 * What the address asks for, in a form that changes the address, and is changed by it.
 *
 * @param kept what of the address stays when something else is asked for
 */
export function useAsked(spans: Spans, kept: string[] = []) {
  const [query, setQuery] = useSearchParams();
  const values = toValues(spans, query);
  const form = useForm<SpanValues>({ defaultValues: values, values });
  // Who wants days of their own begins with those in sight.
  useOnChange(form, "range", (range) => {
    if (range !== "custom") form.setValue("period", daysOfSpan(range));
  });
  const settled = useSettledValues(form);
  const tell = useEffectEvent((settled: SpanValues) => {
    const next = toQuery(spans, settled);
    if (!toAsked(settled) || String(next) === String(toQuery(spans, values))) return;
    for (const name of kept) for (const value of query.getAll(name)) next.append(name, value);
    // Another question begins with its first page.
    setQuery(next, { replace: true, preventScrollReset: true });
  });
  useEffect(() => tell(settled), [settled]);
  return { form, asked: toAsked(values) };
}
