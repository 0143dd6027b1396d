import { cursorOf, type Filter, useCan, useGet } from "@comptoir/kit";
import { useArea } from "../app/area";
import { orderPaths } from "../orders/paths";
import { useStatuses } from "../orders/useStatuses";
import type { Asked } from "../spans/values";

/** An address holds no more. */
const MOST_STORES = 40;

/**
 * The addresses of the orders behind figures: undefined where one may not read orders, or the list has no filter like it.
 *
 * @param asked whose figures, and of which days unless others are told
 */
export function useOrdersBehind({ from, to, organizationId, storeId }: Asked) {
  const area = useArea();
  const mayRead = useCan()("READ_ORDER");
  const statuses = Object.keys(useStatuses());
  // The list knows stores, not whose they are.
  const owner = mayRead && storeId === null ? organizationId : null;
  const { data: owned } = useGet(owner ? "/organization/{id}" : null, {
    params: { path: { id: owner ?? "" } },
  });
  const stores =
    storeId !== null ? [storeId] : organizationId !== null ? owned?.stores.map(({ id }) => id) : [];
  const hasAddress =
    mayRead && stores && stores.length <= MOST_STORES && (stores.length > 0 || organizationId === null);

  function listOf(filters: Filter[], days = { from, to }): string | undefined {
    if (!hasAddress) return undefined;
    const ofStores = stores.length > 0 ? [{ field: "storeId", values: stores }] : [];
    const cursor = cursorOf({ filters: [...filters, { field: "submittedAt", ...days }, ...ofStores] });
    return `${orderPaths.list(area)}?cursor=${cursor}`;
  }
  const standing = statuses.filter((status) => status !== "CANCELLED");
  return {
    /** Those that stand so. */
    inStatus: (status: string) => listOf([{ field: "status", values: [status] }]),
    /** Those that were not cancelled: sold, or given away. */
    placed: (source: "normal" | "seeding", days?: { from: string; to: string }) =>
      listOf(
        [
          { field: "source", values: [source] },
          { field: "status", values: standing },
        ],
        days,
      ),
  };
}
