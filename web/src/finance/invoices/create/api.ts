import {
  type ApiError,
  client,
  cursorOf,
  daysAfter,
  refresh,
  type Schemas,
  setCached,
  unwrap,
  uploadFile,
  useGet,
  useList,
} from "@comptoir/kit";
import useSWR from "swr";
import { refreshFinance } from "../../api";

export type Invoice = Schemas["Invoice"];
export type InvoiceRow = Schemas["InvoiceRow"];
export type InvoiceInput = Schemas["InvoiceInput"];
export type Figures = Schemas["InvoiceFigures"];
export type Totals = Schemas["InvoiceTotals"];
export type Reckoned = Schemas["ReckonedInvoice"];
export type PrepareInput = Schemas["InvoicePrepareInput"];
export type Prepared = Schemas["PreparedInvoice"];
export type SalesReport = Schemas["SalesReport"];
export type SalesFigures = Schemas["SalesFigures"];
export type MonthWarning = Schemas["MonthWarning"];
export type Explanation = Schemas["LineExplanation"];
export type Line = Schemas["InvoiceLineInput"];
export type Group = Schemas["InvoiceGroupInput"];
export type VatRule = Schemas["VatRule"];
export type Preparation = Schemas["InvoicePreparationInput"];

/** Whose sales, and of which days. */
export interface ReportQuery {
  storeId: string;
  startAt: string;
  endAt: string;
}

const REPORT = "/invoice/sales-report";

/** Asks the shop that the store is connected to for its sales. */
export const askReport = async (query: ReportQuery): Promise<SalesReport> =>
  (await unwrap(client.GET(REPORT, { params: { query } }))).data;

/** Has a file read that somebody exported from the shop. */
export const readReport = (query: ReportQuery, file: File): Promise<SalesReport> =>
  uploadFile(`${REPORT}?${new URLSearchParams({ ...query })}`, "file", file);

const PREPARE = "/invoice/prepare";

/** What an invoice would hold. */
export const prepareInvoice = async (body: PrepareInput): Promise<Prepared> =>
  (await unwrap(client.POST(PREPARE, { body }))).data;

/**
 * The same, as it is filled in.
 *
 * @param input null asks for nothing
 */
export const usePrepared = (input: PrepareInput | null) =>
  useSWR<Prepared, ApiError>(
    input && [PREPARE, JSON.stringify(input)],
    () => prepareInvoice(input as PrepareInput),
    { revalidateOnFocus: false, shouldRetryOnError: false },
  );

const TOTALS = "/invoice/totals";

/** What is filled in comes to; the host counts, and refuses what no invoice can be. */
export const reckon = async (body: Figures): Promise<Reckoned> =>
  (await unwrap(client.POST(TOTALS, { body }))).data;

/**
 * The same, as it is filled in; the last answer stays until the next one is there.
 *
 * @param figures null asks for nothing
 */
export const useReckoned = (figures: Figures | null) =>
  useSWR<Reckoned, ApiError>(figures && [TOTALS, JSON.stringify(figures)], () => reckon(figures as Figures), {
    keepPreviousData: true,
    revalidateOnFocus: false,
    shouldRetryOnError: false,
  });

/** What is filled in as the document that it will be. */
export const previewInvoice = (body: InvoiceInput): Promise<Blob> =>
  unwrap(client.POST("/invoice/preview", { body, parseAs: "blob" }));

/** Makes the draft. */
export async function generateInvoice(body: InvoiceInput): Promise<Invoice> {
  const { data } = await unwrap(client.POST("/invoice/generate", { body }));
  await Promise.all([refresh("invoice"), refreshFinance()]);
  return data;
}

const PREPARATION = "/invoice/preparation";

/** Where the wizard stands, kept for every machine of theirs. */
export const usePreparation = () => useGet(PREPARATION, {});

/** Keeps where it stands. */
export async function keepPreparation(body: Preparation): Promise<void> {
  await unwrap(client.PUT(PREPARATION, { body }));
  await setCached(PREPARATION, {}, { ...body, updatedAt: new Date().toISOString() });
}

/** Forgets it. */
export async function forgetPreparation(): Promise<void> {
  await unwrap(client.DELETE(PREPARATION));
  await setCached(PREPARATION, {}, null);
}

/** As many of one store and organization are looked at. */
const EARLIER = 24;

/** The invoices of a store and an organization that begin before a day, newest first. */
export function useEarlier({ storeId, organizationId, startAt }: PrepareInput) {
  const filters = [
    { field: "storeId", values: [storeId] },
    { field: "organizationId", values: [organizationId] },
    { field: "kind", values: ["INVOICE"] },
    { field: "startAt", to: daysAfter(startAt, -1) },
  ];
  const orderBy = [{ field: "startAt", direction: "desc" as const }];
  return useList("/invoice", cursorOf({ take: EARLIER, filters, orderBy }));
}

/** One invoice, whole. */
export const useInvoice = (id: string | null) =>
  useGet(id === null ? null : "/invoice/{id}", { params: { path: { id: id ?? "" } } });
