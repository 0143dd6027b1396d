import { useAddressForm, useOnChange } from "@comptoir/kit";
import { daysOfSpan, type Spans, toAsked, toQuery, toValues } from "./values";

/**
 * What the address asks for, in a form that changes the address, and is changed by it.
 *
 * @param kept what of the address stays when something else is asked for
 */
export function useAsked(spans: Spans, kept: string[] = []) {
  const { form, values } = useAddressForm({
    valuesOf: (query) => toValues(spans, query),
    addressOf: (values, query) => {
      if (!toAsked(values)) return null;
      const next = toQuery(spans, values);
      // Another question begins with its first page.
      for (const name of kept) for (const value of query.getAll(name)) next.append(name, value);
      return next;
    },
  });
  // Who wants days of their own begins with those in sight.
  useOnChange(form, "range", (range) => {
    if (range !== "custom") form.setValue("period", daysOfSpan(range));
  });
  return { form, asked: toAsked(values) };
}
