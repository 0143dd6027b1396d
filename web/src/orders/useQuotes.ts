import { fieldsOf, useSettled } from "@comptoir/kit";
import { useOffers } from "../shipping/api";
import { type OrderValues, parcelOf } from "./values";

const { useValue } = fieldsOf<OrderValues>();

/** What the parcel of the order that is filled in costs with each carrier, asked for anew once what is typed has settled. */
export function useQuotes() {
  const carrierId = useValue("carrierId");
  const typed = parcelOf(useValue("storeId"), useValue("shippingAddress.country"), useValue("products"));
  const parcel = JSON.parse(useSettled(JSON.stringify(typed))) as typeof typed;
  const { data, error, isRefreshing, retry } = useOffers(parcel);
  const quotes = parcel === null ? undefined : data;
  const chosen = quotes?.carriers.find(({ carrier }) => carrier.id === carrierId);
  return {
    /** There is a parcel to be quoted. */
    isAsked: parcel !== null,
    quotes,
    /** With the carrier that was chosen. */
    chosen,
    error,
    isRefreshing,
    retry,
  };
}
