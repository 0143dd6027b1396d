import { cursorOf, type Filter, useGet, useMayOpen } from "@comptoir/kit";
import { useArea } from "../app/area";
import { feePaths } from "../finance/fees/paths";
import type { Asked } from "../spans/values";
import { ticketPaths } from "../tickets/paths";

/** An address holds no more. */
const MOST_STORES = 40;

/**
 * The addresses of a list of just the stores whose figures are asked for, narrowed further: undefined where one may not open the
 * list, or it has no filter like it.
 */
export function useListBehind(list: string, { organizationId, storeId }: Asked) {
  const mayOpen = useMayOpen()(list);
  // The list knows stores, not whose they are.
  const owner = mayOpen && storeId === null ? organizationId : null;
  const { data: owned } = useGet(owner ? "/organization/{id}" : null, {
    params: { path: { id: owner ?? "" } },
  });
  const stores =
    storeId !== null ? [storeId] : organizationId !== null ? owned?.stores.map(({ id }) => id) : [];
  const hasAddress =
    mayOpen && stores && stores.length <= MOST_STORES && (stores.length > 0 || organizationId === null);

  return (filters: Filter[], search = ""): string | undefined => {
    if (!hasAddress) return undefined;
    const ofStores = stores.length > 0 ? [{ field: "storeId", values: stores }] : [];
    return `${list}?cursor=${cursorOf({ search, filters: [...filters, ...ofStores] })}`;
  };
}

/** Tickets opened on the days. */
export function useTicketsBehind(asked: Asked) {
  const { from, to } = asked;
  return useListBehind(ticketPaths.list(useArea()), asked)([{ field: "openedAt", from, to }]);
}

/** Fees dated on the days. */
export function useFeesBehind(asked: Asked) {
  const { from, to } = asked;
  return useListBehind(feePaths.list(useArea()), asked)([{ field: "initiatedAt", from, to }]);
}
