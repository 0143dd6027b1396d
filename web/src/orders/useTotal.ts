import { fieldsOf } from "@comptoir/kit";
import { useSeedingCost } from "./api";
import { type OrderTotal, type OrderValues, totalOf } from "./values";

const { useValue } = fieldsOf<OrderValues>();

/** What the order costs the store, as it is filled in; null: its store is not known yet. */
export function useTotal(): OrderTotal | null {
  const seedingCost = useSeedingCost(useValue("storeId"));
  const [isFree, isCompanyPurchase] = [useValue("isFree"), useValue("isCompanyPurchase")];
  const [products, shippingPrice] = [useValue("products"), useValue("shippingPrice")];
  if (seedingCost === undefined) return null;
  return totalOf({ isFree, isCompanyPurchase, products, shippingPrice }, seedingCost);
}
