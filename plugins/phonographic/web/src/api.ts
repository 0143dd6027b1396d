// Calls about reports: the plan is the plugin's own, the reports are the host's.
import { client, recordsOf, refresh, type Schemas, trackJobs, unwrap, useGet, useList } from "@comptoir/kit";

/** A planned report and what comes next. */
export type Planned = Schemas["phonographic.Planned"];
export type Report = Schemas["AuditReport"];
export type Basis = Planned["basis"];
export type State = Report["state"];
export type ReportInput = Schemas["AuditReportInput"];
export type Reason = Schemas["AuditReportReason"];

/** What is sent by itself. */
export const useSchedule = () => useGet("/phonographic/schedule", {});

/** A page of the reports. */
export const useReports = (cursor: string) => useList("/phonographic/report", cursor);

/** The stores that one may choose from. */
export const storeRecords = recordsOf("/store");

/** Shows what works on a report in the activity. The list follows by the host's events. */
async function follow(started: Promise<{ data: Schemas["AuditReporting"] }>) {
  const { job } = (await started).data;
  if (job) trackJobs([job]);
  await refresh("phonographic");
}

export const createReport = (body: ReportInput) =>
  follow(unwrap(client.POST("/phonographic/create-report", { body })));

export const sendReport = (body: ReportInput) =>
  follow(unwrap(client.POST("/phonographic/send-report", { body })));

/** @param replace whether the receiver's files of the same names give way */
export function sendAgain(id: string, replace: boolean) {
  const params = { path: { id } };
  return follow(unwrap(client.POST("/phonographic/report/{id}/send", { params, body: { replace } })));
}

/** Withdraws a report that was wrong: its days are free for another one. */
export async function withdraw(id: string, reason: string) {
  await unwrap(
    client.POST("/phonographic/report/{id}/withdraw", { params: { path: { id } }, body: { reason } }),
  );
  await refresh("phonographic");
}

/** Why the lines of a report's days are in it or are not. */
export const useReasons = (id: string, query: { reason?: Reason; search?: string }) =>
  useGet(
    "/phonographic/report/{id}/reasons",
    { params: { path: { id }, query } },
    { keepPreviousData: true },
  );

export const filePath = (report: Report, name: string) =>
  `/phonographic/report/${report.id}/file/${encodeURIComponent(name)}`;
