import { useEffect, useEffectEvent, useRef } from "react";
import type { DefaultValues, FieldValues } from "react-hook-form";
import { useSearchParams } from "react-router";
import { type FormOf, useForm } from "./Form";
import { useSettledValues } from "./useSettledValues";

interface Address<Values> {
  valuesOf: (query: URLSearchParams) => Values;
  /** The address that asks for other values, with what stays of the present one; null while they cannot be asked for. */
  addressOf: (values: Values, query: URLSearchParams) => URLSearchParams | null;
}

const NOTHING = new URLSearchParams();

/**
 * A form of what the address asks for. What is chosen changes the address once it rests; an address that does not come of the
 * form changes the form. One that does leaves it alone: more may have been chosen since.
 */
export function useAddressForm<Values extends FieldValues>({
  valuesOf,
  addressOf,
}: Address<Values>): {
  form: FormOf<Values>;
  /** What the address asks for. */
  values: Values;
} {
  const [query, setQuery] = useSearchParams();
  const values = valuesOf(query);
  const form = useForm<Values>({ defaultValues: values as DefaultValues<Values> });
  /** What of an address the form asks for. */
  const keyOf = (values: Values) => addressOf(values, NOTHING)?.toString();
  const key = keyOf(values);
  /** What the form asked for last, as far as the address does not yet. */
  const known = useRef([key]);
  const follow = useEffectEvent((key: string | undefined) => {
    const at = known.current.lastIndexOf(key);
    known.current = known.current.slice(at + 1);
    if (at < 0) form.reset(values);
  });
  useEffect(() => follow(key), [key]);
  const settled = useSettledValues(form);
  const tell = useEffectEvent((settled: Values) => {
    const next = addressOf(settled, query);
    if (!next || keyOf(settled) === (known.current.at(-1) ?? key)) return;
    known.current.push(keyOf(settled));
    setQuery(next, { replace: true, preventScrollReset: true });
  });
  useEffect(() => tell(settled), [settled]);
  return { form, values };
}
