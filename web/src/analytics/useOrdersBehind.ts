import type { Filter } from "@comptoir/kit";
import { useArea } from "../app/area";
import { orderPaths } from "../orders/paths";
import { useStatuses } from "../orders/useStatuses";
import type { Asked } from "../spans/values";
import type { Basis } from "./api";
import { useListBehind } from "./useListBehind";
import type { Days } from "./values";

/** By which of their days orders count. */
const DAY_OF: Record<Basis, string> = { SOLD: "submittedAt", SHIPPED: "shippedAt" };

/** The filter by article looks among words, so that it finds no SKU with a blank in it. */
const isWord = (sku: string) => !/\s/.test(sku);

const one = (field: string, ...values: string[]): Filter => ({ field, values });

/**
 * The addresses of the orders behind figures: undefined where one may not read orders, or the list has no filter like it.
 *
 * @param asked whose figures, and of which days unless others are told
 * @param basis by which day they count
 * @param skus which articles' figures; undefined: all, null: more than an address holds
 */
export function useOrdersBehind(asked: Asked, basis: Basis = "SOLD", skus?: string[] | null) {
  const toList = useListBehind(orderPaths.list(useArea()), asked);
  const ofSkus = (filters: Filter[], articles: string[] | null) =>
    articles?.every(isWord) ? toList([...filters, one("sku", ...articles)]) : undefined;
  const listOf = (filters: Filter[]) => (skus === undefined ? toList(filters) : ofSkus(filters, skus));
  const standing = Object.keys(useStatuses()).filter((status) => status !== "CANCELLED");
  const within = ({ from, to }: Days = asked): Filter => ({ field: DAY_OF[basis], from, to });
  const placed = (source: "normal" | "seeding"): Filter[] => [
    one("source", source),
    one("status", ...standing),
  ];
  return {
    /** Those that stand so. */
    inStatus: (status: string) => listOf([one("status", status), within()]),
    /** Those that were not cancelled: sold, or given away. */
    placed: (source: "normal" | "seeding", days?: Days) => listOf([...placed(source), within(days)]),
    /** Those sold to a country; none where nobody knows which. */
    toCountry: (code: string) =>
      code ? listOf([...placed("normal"), within(), one("country", code)]) : undefined,
    /** Those that an article of a store was sold in. */
    ofArticle: ({ storeId, sku }: { storeId: string; sku: string }) => {
      const ofStore = [...placed("normal"), within(), one("storeId", storeId)];
      return isWord(sku) ? ofSkus(ofStore, [sku]) : toList(ofStore, sku);
    },
    /** Those that some articles were sold in. */
    ofArticles: (articles: string[]) => ofSkus([...placed("normal"), within()], articles),
  };
}
