import { type BulkSelection, cursorOf } from "@comptoir/kit";
import type { InvoiceRow } from "../invoices/api";
import { isDraft } from "../invoices/values";
import type { Accounting, Books, Entry, EntryStatusCode, VatMapping } from "./api";

/** What the service calls each code of VAT, in the portal's order. */
export interface VatValues {
  vatCodes: { serviceCode: string }[];
}

export const toValues = ({ vatCodes }: Pick<Accounting, "vatCodes">): VatValues => ({
  vatCodes: vatCodes.map(({ serviceCode }) => ({ serviceCode })),
});

/** The codes that are called otherwise now, as the API takes them, each with its place in the form. */
export const changedCodes = (read: Pick<Accounting, "vatCodes">, { vatCodes }: VatValues) =>
  read.vatCodes.flatMap(({ code, serviceCode }, at): { at: number; of: VatMapping }[] => {
    const now = vatCodes[at]?.serviceCode.trim() ?? serviceCode;
    return now === serviceCode ? [] : [{ at, of: { code, serviceCode: now } }];
  });

/** Where the form has what the API says of the changed codes alone: `vatCodes[0]` of the third code is `vatCodes[2]`. */
export const atFormCode = (field: string, changed: { at: number }[]) =>
  field.replace(/^vatCodes\[(\d+)\]/, (whole, at: string) => {
    const place = changed[Number(at)]?.at;
    return place === undefined ? whole : `vatCodes[${place}]`;
  });

/** A service that tells no codes of its own knows any. */
export const knowsCodes = (books: Pick<Books, "vatCodes"> | undefined) => (books?.vatCodes.length ?? 0) > 0;

/** The invoices of a selection that can be booked: those that were issued. Of all that match only those in sight are known. */
export const issuedOf = ({ rows }: Pick<BulkSelection<InvoiceRow>, "rows">) =>
  rows.filter((invoice) => !isDraft(invoice)).map(({ id }) => id);

/** Those that the service did not take, which may be sent again. */
export const failedOf = (rows: Pick<Entry, "status" | "invoiceId">[]) =>
  rows.filter(({ status }) => status === "FAILED").map(({ invoiceId }) => invoiceId);

/** What narrows the list of what is in the books, for a link to it. */
export const ofStatus = (status: EntryStatusCode) =>
  cursorOf({ filters: [{ field: "status", values: [status] }] });

/** The one entry of an invoice. */
export const ofInvoice = (id: string) =>
  cursorOf({ take: 1, filters: [{ field: "invoiceId", values: [id] }] });
