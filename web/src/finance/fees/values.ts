import { dayOf } from "@comptoir/kit";
import type { Fee, FeeCategory, FeeInput } from "./api";

/** A fee as its form has it; store and category are yet to be chosen. */
export interface FeeValues {
  storeId: string | null;
  initiatedAt: string;
  type: string;
  category: FeeCategory | null;
  description: string;
  internalAmount: string;
  customerAmount: string;
}

/** A new one is of today, unless told. */
export const newFee = (): FeeValues => ({
  storeId: null,
  initiatedAt: dayOf(new Date()),
  type: "",
  category: null,
  description: "",
  internalAmount: "",
  customerAmount: "",
});

/** A fee's values, as its form begins from them. */
export const toValues = (fee: Fee): FeeValues => ({
  storeId: fee.store.id,
  initiatedAt: fee.initiatedAt,
  type: fee.type,
  category: fee.category,
  description: fee.description,
  internalAmount: fee.internalAmount ?? "",
  customerAmount: fee.customerAmount,
});

/** The issued invoice that a fee stands on: only a credit note changes the fee then. */
export const issuedInvoiceOf = ({ invoices }: Pick<Fee, "invoices">) =>
  invoices.find(({ number }) => number !== null);

/** What the form holds, as the API takes it. */
export const toInput = ({ storeId, category, ...values }: FeeValues): FeeInput => ({
  ...values,
  storeId: storeId ?? "",
  category: category ?? "OTHER",
});
