import { client, resource, type Schemas, trackJobOf, trackJobs, unwrap, useGet } from "@comptoir/kit";
import { filesOf } from "../files";

export type InvoiceRow = Schemas["InvoiceRow"];
export type Invoice = Schemas["Invoice"];
export type InvoiceName = Schemas["InvoiceName"];
export type InvoiceLine = Schemas["InvoiceLine"];
export type LineGroup = Schemas["InvoiceLineGroup"];
export type LineFee = Schemas["LineFee"];
export type Explanation = Schemas["LineExplanation"];
export type Parties = Schemas["InvoiceParties"];
export type StatusInput = Schemas["InvoiceStatusInput"];
export type CreditInput = Schemas["CreditInput"];
export type MissingInvoice = Schemas["MissingInvoice"];
export type MissingOwner = MissingInvoice["organizations"][number];
export type WorkInput = Schemas["InvoiceWorkInput"];
export type WorkAction = WorkInput["action"];
export type LetterKind = Extract<WorkAction, "SEND" | "REMIND">;
export type Letter = Schemas["InvoiceLetter"];

/** What work on invoices has brought: the result of its job. */
export interface WorkResult {
  /** Invoices that it happened to. */
  done: number;
  refused: RefusedInvoice[];
}

/** An invoice that something could not happen to, and why. */
export interface RefusedInvoice {
  id: string;
  /** Its number, or its title as a draft; null: it is gone. */
  name: string | null;
  /** The catalogue's name of the refusal. */
  error: string;
  message: string;
  /** As that of such an error. */
  payload: unknown;
}

/** What came of preparing a month: the result of its job. */
export interface PreparedMonth {
  drafts: {
    invoice: InvoiceName;
    store: InvoiceRow["store"];
    organization: MissingOwner;
    /** Months of which something is odd. */
    warnings: number;
  }[];
  waiting: MonthWaiting[];
}

/** A store and an owner that a person has to make an invoice for. */
export interface MonthWaiting {
  store: InvoiceRow["store"];
  organization: MissingOwner;
  reason: "NO_SHOP" | "SHOP" | "NO_SALES" | "NOTHING" | "REFUSED";
  /** What the shop or the portal said; empty where the reason says it all. */
  message: string;
}

/** Fees name them. */
export const invoices = resource("/invoice", { also: ["finance"] });

/** Customers read what is attached to their own. */
export const invoiceFiles = filesOf("/invoice", () => invoices.refresh());

/**
 * Gives a draft its number, for good.
 *
 * @param read the draft as it was looked at
 * @throws {ApiError} at `seller.…` and `buyer.…`: what an invoice must tell by law is missing
 */
export async function issueInvoice({ id, updatedAt }: Invoice): Promise<Invoice> {
  const params = { path: { id }, header: { "If-Match": updatedAt } };
  const { data } = await unwrap(client.POST("/invoice/{id}/issue", { params }));
  await invoices.refresh();
  return data;
}

/** Takes an invoice back, whole or by lines: makes a credit note, which is issued at once. */
export async function creditInvoice(id: string, body: CreditInput): Promise<Invoice> {
  const { data } = await unwrap(client.POST("/invoice/{id}/credit", { params: { path: { id } }, body }));
  await invoices.refresh();
  return data;
}

const FEES = "/invoice/{id}/line/{line}/fee";

/** The first fees that a line is made of. */
export const useLineFees = (id: string, line: string) => useGet(FEES, { params: { path: { id, line } } });

/** Those behind one of them. */
export const nextLineFees = async (id: string, line: string, after: string): Promise<LineFee[]> =>
  (await unwrap(client.GET(FEES, { params: { path: { id, line }, query: { after } } }))).data;

/**
 * The stores without an invoice for a month. Staff only.
 *
 * @param date a day of the month; null asks for nothing
 */
export const useMissingInvoices = (date: string | null) =>
  useGet(date === null ? null : "/invoice/missing-invoice", { params: { query: { date: date ?? "" } } });

/** The mail that would go out with an invoice. */
export const useLetter = (id: string, kind: LetterKind) =>
  useGet("/invoice/{id}/letter", { params: { path: { id }, query: { kind } } });

/**
 * Has something happen to many invoices, each by itself.
 *
 * @returns the job that does it; its result is a `WorkResult`, an archive is among its files
 */
export async function workInvoices(body: WorkInput): Promise<string> {
  const { data } = await unwrap(client.POST("/invoice/work", { body }));
  trackJobs([data]);
  return data.id;
}

/** What tells the preparing of a month from other work. */
export const monthWork = (month: string) => `invoice/prepare-month/${month}`;

/**
 * Makes the drafts of all that lack an invoice for a month.
 *
 * @param month `2026-10`
 * @returns the job that does it; its result is a `PreparedMonth`
 */
export async function prepareMonth(month: string): Promise<string> {
  const body = { date: `${month}-01` };
  const { data } = await unwrap(client.POST("/invoice/prepare-month", { body }));
  trackJobOf(monthWork(month), data.id);
  return data.id;
}

/** For the command palette. */
export const findInvoices = async (search: string) =>
  (await invoices.find(search)).map(({ id, title, number, organization, store }) => ({
    id,
    label: title,
    hint: [number, organization.name, store.name].filter(Boolean).join(" · "),
  }));
