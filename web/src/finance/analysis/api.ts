import { type ApiError, client, type Schemas, unwrap, useGet } from "@comptoir/kit";
import useSWR from "swr";
import { type Asked, daysWithin } from "./values";

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

/** The fees of one month, by category. */
export interface MonthFees {
  month: Month["month"];
  fees: CategoryFees[];
}

/** The fees of each month by category: an answer tells them apart over all its months only, so each is asked by itself. */
export function useMonthFees(asked: Asked, months: Month["month"][]) {
  const { data, error, mutate } = useSWR<MonthFees[], ApiError>(
    [ANALYSIS, { months, ...queryOf(asked) }],
    () =>
      Promise.all(
        months.map(async (month) => {
          const days = daysWithin(month, asked);
          const { data } = await unwrap(client.GET(ANALYSIS, queryOf({ ...asked, ...days })));
          return { month, fees: data.fees };
        }),
      ),
  );
  return { data, error: data ? undefined : error, retry: () => void mutate() };
}

/**
 * The stores of an organization, of which lists of fees can be asked; undefined until they are known.
 *
 * @param id null: of all organizations
 */
export const useStoresOf = (id: string | null): string[] | undefined =>
  useGet(id === null ? null : "/organization/{id}", { params: { path: { id: id ?? "" } } }).data?.stores.map(
    (store) => store.id,
  );
