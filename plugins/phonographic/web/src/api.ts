// Calls about reports. A plugin is built apart from the host's document, so their shapes stand here.
import { type ApiError, client, cursorOf, type Rows, refresh, unwrap, useGet, useList } from "@comptoir/kit";

export type Basis = "shipped" | "sold";
export type State = "PENDING" | "BUILT" | "EMPTY" | "SENT" | "FAILED";

/** A planned report and what comes next. */
export interface Planned {
  layout: string;
  shop: string;
  shopName: string;
  /** ISO 3166-1 alpha-2; empty: everywhere. */
  territory: string;
  cadence: "daily" | "weekly";
  basis: Basis;
  withTax: boolean;
  timeZone: string;
  /** Null: it is made, and sent nowhere. */
  channel: string | null;
  /** Days, when it is due, and the day by which its chart is called. */
  next: { first: string; last: string; at: string; chart: string };
}

/** A file of a report. */
export interface ReportFile {
  name: string;
  lines: number;
  units: number;
  bytes: number;
}

/** A report that was made, or is being made. */
export interface Report {
  id: string;
  layout: string;
  shop: string;
  territory: string;
  first: string;
  last: string;
  basis: Basis;
  channel: string | null;
  state: State;
  error: string | null;
  files: ReportFile[];
  createdAt: string;
  sentAt: string | null;
}

/** What one asks for. */
export interface ReportInput {
  /** Null: all stores. */
  storeId: string | null;
  start: string;
  end: string;
  mode: Basis;
  /** With `sold`: when the sales are said to have been shipped. */
  shippedAt: string | null;
  layout: string;
  territory: string;
}

interface Answer<T> {
  data: T | undefined;
  error: ApiError | undefined;
  mutate: () => unknown;
}

export const useSchedule = () =>
  useGet("/phonographic/schedule" as never, {} as never) as unknown as Answer<Planned[]>;

export const useReports = (cursor: string) =>
  (useList as unknown as (path: string, cursor: string) => Rows<Report>)("/phonographic/report", cursor);

/** The stores that fit what was typed. */
export function useStoreChoices(search: string) {
  const { page, isLoading } = useList("/store", cursorOf({ take: 100, search }));
  const options = page?.rows.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  return { options, isLoading };
}

const post = client.POST as unknown as (
  path: string,
  init: { body: object },
) => Promise<{ data?: object; error?: unknown; response: Response }>;

async function change(path: string, body: object) {
  await unwrap(post(path, { body }));
  await refresh("phonographic");
}

export const createReport = (input: ReportInput) => change("/phonographic/create-report", input);

export const sendReport = (input: ReportInput) => change("/phonographic/send-report", input);

/** @param replace whether the receiver's files of the same names give way */
export const sendAgain = (id: string, replace: boolean) =>
  change(`/phonographic/report/${id}/send`, { replace });

export const filePath = (report: Report, name: string) =>
  `/phonographic/report/${report.id}/file/${encodeURIComponent(name)}`;
