import { client, resource, type Schemas, unwrap, useGet } from "@comptoir/kit";
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

/** As many fees of a line as one answer lists. */
export const FEES_LISTED = 100;

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

/** For the command palette. */
export const findInvoices = async (search: string) =>
  (await invoices.find(search)).map(({ id, title, number, organization, store }) => ({
    id,
    label: title,
    hint: [number, organization.name, store.name].filter(Boolean).join(" · "),
  }));
