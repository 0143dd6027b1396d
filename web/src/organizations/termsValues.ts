import type { StoragePrice, Terms, TermsInput } from "./api";

/** The prices as their form holds them: an open end of a band is empty. */
export interface TermsValues {
  returns: Terms["returns"];
  storages: { min: string; max: string; units: StoragePrice["units"]; price: string }[];
}

/** The prices agreed, as their form takes them. */
export const toValues = ({ returns, storages }: Terms): TermsValues => ({
  returns: returns.map(({ type, price }) => ({ type, price })),
  storages: storages.map(({ min, max, units, price }) => ({ min: min ?? "", max: max ?? "", units, price })),
});

/** What is sent. */
export const toInput = ({ returns, storages }: TermsValues): TermsInput => ({
  returns: returns.map(({ type, price }) => ({ type: type.trim(), price })),
  storages: storages.map(({ min, max, units, price }) => ({
    min: min || null,
    max: max || null,
    units,
    price,
  })),
});

/** What is wrong with a band: it needs an end, and its beginning lies before its end. */
export function bandProblem({ min, max }: TermsValues["storages"][number]): "open" | "order" | null {
  if (!min && !max) return "open";
  return min && max && Number(min) >= Number(max) ? "order" : null;
}
