import { client, type Schemas, unwrap, useGet } from "@comptoir/kit";
import { type Asked, queryOf } from "../../spans/values";

export type Analysis = Schemas["FinanceAnalysis"];
export type Month = Schemas["AnalysisMonth"];
export type CategoryFees = Schemas["CategoryFees"];
export type StoreCommission = Schemas["StoreCommission"];
export type AnalysisLine = Schemas["AnalysisLine"];
export type Category = CategoryFees["category"];

const ANALYSIS = "/invoice/analysis";

/** What the invoices come to that begin in a span of days. */
export const useAnalysis = (asked: Asked) => useGet(ANALYSIS, { params: { query: queryOf(asked) } });

/** The lines of a figure: of all fees, of those of a category, of all commissions. */
export interface LinesAsked extends Asked {
  section: "FEES" | "COMMISSIONS";
  category?: Category;
}

const LINES = "/invoice/analysis/line";

const linesOf = ({ section, category, ...asked }: LinesAsked) => ({
  ...{ ...queryOf(asked), section },
  ...(category && { category }),
});

/** The first lines whose sum a figure is. */
export const useLines = (asked: LinesAsked) => useGet(LINES, { params: { query: linesOf(asked) } });

/** Those behind one of them. */
export async function nextLines(asked: LinesAsked, after: string): Promise<AnalysisLine[]> {
  const query = { ...linesOf(asked), after };
  return (await unwrap(client.GET(LINES, { params: { query } }))).data;
}
