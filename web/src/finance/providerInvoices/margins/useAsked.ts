import { useForm, useSettledValues } from "@comptoir/kit";
import { useEffect, useEffectEvent } from "react";
import { useSearchParams } from "react-router";
import { type MarginsValues, toAsked, toValues, withValues } from "./values";

/** What the address asks for, in a form that changes the address, and is changed by it. */
export function useAsked() {
  const [query, setQuery] = useSearchParams();
  const present = toValues(query);
  const form = useForm<MarginsValues>({ defaultValues: present, values: present });
  const settled = useSettledValues(form);
  const tell = useEffectEvent((values: MarginsValues) => {
    const next = withValues(query, values);
    if (toAsked(values) && String(next) !== String(query))
      setQuery(next, { replace: true, preventScrollReset: true });
  });
  useEffect(() => tell(settled), [settled]);
  return { form, asked: toAsked(present) };
}
