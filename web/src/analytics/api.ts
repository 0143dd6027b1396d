import { client, type Schemas, setCached, trackJobs, unwrap, useGet } from "@comptoir/kit";
import { type Asked, queryOf } from "../spans/values";
import type { Grouping } from "./values";

export type Report = Schemas["AnalyticReport"];
export type Sales = Schemas["AnalyticSales"];
export type BestProduct = Schemas["AnalyticProduct"];
export type Point = Schemas["AnalyticPoint"];
export type Audit = Schemas["AnalyticAudit"];
export type AuditGroup = Schemas["AnalyticAuditGroup"];
/** By which day a unit counts. */
export type Basis = Schemas["AnalyticAuditBasis"];

const params = (asked: Asked) => ({ params: { query: queryOf(asked) } });

/** Orders, countries, stock and tickets. */
export const useReport = (asked: Asked) => useGet("/analytic", params(asked));

/** Figures beside those of the days before, and by time. */
export const useSales = (asked: Asked, config?: { refreshInterval: number }) =>
  useGet("/analytic/sales", params(asked), config);

/** The articles that were sold best. */
export const useBestProducts = (asked: Asked) => useGet("/analytic/product", params(asked));

/** What was sold of records that charts count. */
export const useAudit = (asked: Asked, basis: Basis, group: Grouping) =>
  useGet("/analytic/audit", { params: { query: { ...queryOf(asked), basis, group } } });

/** Has every row of it written into a file, whose address an e-mail tells. */
export async function exportAudit(asked: Asked, basis: Basis): Promise<void> {
  const body = { organizationId: null, storeId: null, ...queryOf(asked), basis };
  trackJobs([(await unwrap(client.POST("/analytic/audit/export", { body }))).data]);
}

const WEEKLY = "/analytic/mail";

/** Whether one gets a mail with figures each Monday. */
export const useWeeklyMail = () => useGet(WEEKLY, {});

export async function setWeeklyMail(isWanted: boolean): Promise<void> {
  const { data } = await unwrap(client.PUT(WEEKLY, { body: { isWanted } }));
  await setCached(WEEKLY, {}, data);
}

/** Ends the mails that a link is of, whoever asks. */
export async function stopWeeklyMail(token: string): Promise<void> {
  await unwrap(client.POST("/analytic/mail/stop", { params: { query: { token } } }));
}
