import { type Schemas, useGet } from "@comptoir/kit";
import type { Asked } from "./values";

export type Analysis = Schemas["FinanceAnalysis"];
export type Month = Schemas["AnalysisMonth"];
export type CategoryFees = Schemas["CategoryFees"];
export type StoreCommission = Schemas["StoreCommission"];

const ANALYSIS = "/invoice/analysis";

const queryOf = ({ from, to, organizationId, storeId }: Asked) => ({
  params: {
    query: {
      startAt: from,
      endAt: to,
      ...(organizationId && { organizationId }),
      ...(storeId && { storeId }),
    },
  },
});

/** What the invoices come to that begin in a span of days. */
export const useAnalysis = (asked: Asked) => useGet(ANALYSIS, queryOf(asked));

/**
 * The stores of an organization, of which lists of fees can be asked; undefined until they are known.
 *
 * @param id null: of all organizations
 */
export const useStoresOf = (id: string | null): string[] | undefined =>
  useGet(id === null ? null : "/organization/{id}", { params: { path: { id: id ?? "" } } }).data?.stores.map(
    (store) => store.id,
  );
