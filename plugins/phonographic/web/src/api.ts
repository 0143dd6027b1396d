// Calls about reports: the plan is the plugin's own, the reports are the host's.
import { client, recordsOf, refresh, type Schemas, unwrap, useList, usePlugin } from "@comptoir/kit";

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

export type Report = Schemas["AuditReport"];
export type ReportInput = Schemas["AuditReportInput"];

/** What is sent by itself. */
export const useSchedule = () => usePlugin<Planned[]>("/phonographic/schedule");

/** A page of the reports. */
export const useReports = (cursor: string) => useList("/phonographic/report", cursor);

/** The stores that one may choose from. */
export const storeRecords = recordsOf("/store");

export async function createReport(body: ReportInput) {
  await unwrap(client.POST("/phonographic/create-report", { body }));
  await refresh("phonographic");
}

export async function sendReport(body: ReportInput) {
  await unwrap(client.POST("/phonographic/send-report", { body }));
  await refresh("phonographic");
}

/** @param replace whether the receiver's files of the same names give way */
export async function sendAgain(id: string, replace: boolean) {
  const params = { path: { id } };
  await unwrap(client.POST("/phonographic/report/{id}/send", { params, body: { replace } }));
  await refresh("phonographic");
}

export const filePath = (report: Report, name: string) =>
  `/phonographic/report/${report.id}/file/${encodeURIComponent(name)}`;
