import { useAddressForm } from "@comptoir/kit";
import { toAsked, toValues, withValues } from "./values";

/** What the address asks for, in a form that changes the address, and is changed by it. */
export function useAsked() {
  const { form, values } = useAddressForm({
    valuesOf: (query) => toValues(query),
    addressOf: (values, query) => (toAsked(values) ? withValues(query, values) : null),
  });
  return { form, asked: toAsked(values) };
}
