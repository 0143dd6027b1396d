import { client, cursorOf, type Job, resource, type Schemas, unwrap, useGet } from "@comptoir/kit";
import { providerInvoices } from "../providerInvoices/api";

export type Gap = Schemas["ProviderGap"];
export type GapKind = Schemas["ProviderGapKind"];
export type GapSums = Schemas["ProviderGaps"];

const PATH = "/fulfillment-invoice/gap";

export const gaps = resource(PATH);

/** How much is open, by provider and kind; nothing of a provider that was not searched yet. */
export const useGapSums = () => useGet(`${PATH}/sum`, {});

/** The newest invoices, which tell whose gaps can be looked for. */
const NEWEST = cursorOf({ take: 100, orderBy: [{ field: "createdAt", direction: "desc" }] });

/**
 * The providers whose gaps can be looked for: those of which an invoice was read. Before the first search no sum names them.
 *
 * @returns undefined while nobody knows
 */
export function useSearchable(sums: GapSums[] | undefined): string[] | undefined {
  const { page } = providerInvoices.useList(sums?.length === 0 ? NEWEST : null);
  if (sums === undefined) return undefined;
  if (sums.length > 0) return sums.map(({ provider }) => provider);
  const read = page?.rows.filter(({ readAt }) => readAt !== null);
  return read && [...new Set(read.map(({ provider }) => provider))];
}

/** Looks for what the invoices of these providers leave open; gives a job a provider. */
export const findGaps = (providers: string[]): Promise<Job[]> =>
  Promise.all(
    providers.map(
      async (provider) => (await unwrap(client.POST(`${PATH}/find`, { body: { provider } }))).data,
    ),
  );
