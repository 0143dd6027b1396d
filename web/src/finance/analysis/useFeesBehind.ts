import { cursorOf, type Filter, useMayOpen } from "@comptoir/kit";
import { useArea } from "../../app/area";
import { feePaths } from "../fees/paths";
import { useStoresOf } from "./api";
import { type Asked, daysWithin } from "./values";

/**
 * The list of the fees behind a figure, for those who may see fees: of all days that are asked for, or of one of the
 * months, of all categories or of some. Fees name no organization: those of its stores are shown.
 */
export function useFeesBehind(asked: Asked) {
  const list = feePaths.list(useArea());
  const mayOpen = useMayOpen()(list);
  const { organizationId, storeId } = asked;
  const ofOrganization = useStoresOf(storeId ? null : organizationId);
  const stores = storeId ? [storeId] : ofOrganization;
  const isKnown = stores !== undefined || organizationId === null;
  return ({ month, categories }: { month?: string; categories?: string[] }): string | undefined => {
    if (!mayOpen || !isKnown) return undefined;
    const { from, to } = month ? daysWithin(month, asked) : asked;
    const filters: Filter[] = [
      { field: "initiatedAt", from, to },
      ...(stores ? [{ field: "storeId", values: stores }] : []),
      ...(categories ? [{ field: "category", values: categories }] : []),
    ];
    return `${list}?cursor=${cursorOf({ filters, orderBy: [{ field: "initiatedAt", direction: "desc" }] })}`;
  };
}
