import {
  client,
  type Data,
  refresh,
  resource,
  type Schemas,
  type SettingsSchema,
  setCached,
  trackJobs,
  unwrap,
  useGet,
} from "@comptoir/kit";
import { useRef } from "react";

const ACCOUNTING = "/finance/accounting";
const BOOKS = "/finance/accounting/book";

/** A plugin that keeps books, and the form it asks for. */
export type Service = Omit<Schemas["AccountingService"], "settings"> & { settings: SettingsSchema };
export type Accounting = Omit<Data<typeof ACCOUNTING>, "services"> & { services: Service[] };
export type Connection = Schemas["AccountingConnection"];
export type VatMapping = Schemas["AccountingVatCode"];
export type Books = Schemas["AccountingBooks"];
export type Entry = Schemas["AccountingEntry"];
export type EntryStatusCode = Entry["status"];
export type PaymentCode = Schemas["AccountingPayment"];
type ConnectionInput = Schemas["AccountingConnectionInput"];

export const entries = resource("/finance/accounting/entry");

/** Reads again whatever is shown of the books. */
const refreshBooks = () => refresh("finance/accounting");

async function show(data: Data<typeof ACCOUNTING>): Promise<Accounting> {
  await setCached(ACCOUNTING, {}, data);
  void refreshBooks();
  return data as Accounting;
}

/** The books, and how the portal speaks to them. */
export function useAccounting() {
  const { data, error, retry } = useGet(ACCOUNTING, {});
  return { data: data as Accounting | undefined, error, retry };
}

/**
 * What the service’s books know. The service is asked when the screen is opened and when somebody asks again, not with each
 * invoice that is booked meanwhile: it would have less time for those.
 *
 * @param isWanted false asks for nothing
 */
export function useBooks(isWanted: boolean) {
  const isAsked = useRef(false);
  const end = () => {
    isAsked.current = true;
  };
  const { data, error, isRefreshing, mutate } = useGet(
    isWanted ? BOOKS : null,
    {},
    { isPaused: () => isAsked.current, onSuccess: end, onError: end },
  );
  const retry = () => {
    isAsked.current = false;
    void mutate();
  };
  return { data, error, isRefreshing, retry };
}

/**
 * Connects the books in place of those that were, once the service has accepted it.
 *
 * @throws {ApiError} at `data.…`: what the service refuses
 */
export async function connect(type: string, data: Record<string, unknown>): Promise<Accounting> {
  const body = { type, data } as ConnectionInput;
  return show((await unwrap(client.PUT(ACCOUNTING, { body }))).data);
}

/** Ends the connection; what is booked stays booked. */
export async function disconnect(): Promise<void> {
  await unwrap(client.DELETE(ACCOUNTING));
  // Shown before anything else is read again: what asks the service is gone by then.
  await show((await unwrap(client.GET(ACCOUNTING))).data);
}

/** Says what some codes of VAT are called in the books from now on. */
export const saveVatCodes = async (vatCodes: VatMapping[]): Promise<Accounting> =>
  show((await unwrap(client.PUT("/finance/accounting/vat-code", { body: { vatCodes } }))).data);

/**
 * Has issued invoices and credit notes booked, each once, in a job.
 *
 * @param ids null: all that are issued and not booked
 * @returns how many wait to be booked now
 */
export async function sendToBooks(ids: string[] | null): Promise<number> {
  const { data } = await unwrap(client.POST("/invoice/sync", { body: { ids } }));
  trackJobs([data.job]);
  await refreshBooks();
  return data.waiting;
}
