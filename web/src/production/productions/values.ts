import type { Production } from "./api";

/** As many pieces as are made at once (specification, document 1, section 5). */
export const MOST = 9_999_999;

/** A production as its form has it: a number as it is typed, an empty text is none. */
export interface ProductionValues {
  name: string;
  productId: string | null;
  factoryId: string | null;
  quantity: string;
  dueAt: string;
}

export const NEW_PRODUCTION: ProductionValues = {
  ...{ name: "", productId: null, factoryId: null, quantity: "", dueAt: "" },
};

export const toValues = ({ name, product, factory, quantity, dueAt }: Production): ProductionValues => ({
  ...{ name, productId: product?.id ?? null, factoryId: factory?.id ?? null },
  ...{ quantity: quantity === null ? "" : String(quantity), dueAt: dueAt ?? "" },
});

export const toInput = ({ quantity, dueAt, ...values }: ProductionValues) => ({
  ...values,
  quantity: quantity === "" ? null : Number(quantity),
  dueAt: dueAt || null,
});

/** What was moved here, where the list does not tell of it yet, or of something newer. */
export function shownOf(listed: Production[], moved: ReadonlyMap<string, Production>): Production[] {
  return listed.map((production) => {
    const ours = moved.get(production.id);
    return ours && Date.parse(ours.updatedAt) >= Date.parse(production.updatedAt) ? ours : production;
  });
}
