// Calls about reports: the plan is the plugin's own, the reports are the host's.
import { client, recordsOf, refresh, type Schemas, unwrap, useGet, useList } from "@comptoir/kit";

/** A planned report and what comes next. */
export type Planned = Schemas["phonographic.Planned"];
export type Report = Schemas["AuditReport"];
export type Basis = Planned["basis"];
export type State = Report["state"];
export type ReportInput = Schemas["AuditReportInput"];

/** What is sent by itself. */
export const useSchedule = () => useGet("/phonographic/schedule", {});

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
