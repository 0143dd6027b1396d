import { ApiError, attempt, useFormats, withFields } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { refreshQuotes } from "../shipping/api";
import type { OrderValues } from "./values";

/** Refuses what the fields themselves cannot: an article that is there twice. */
export function useCheck() {
  const { t } = useTranslation("orders");
  return ({ products }: OrderValues) => {
    const ids = products.map(({ id }) => id);
    const twice = ids.findIndex((id, index) => ids.indexOf(id) < index);
    if (twice < 0) return;
    const issue = { field: `products[${twice}].id`, code: "unique", message: t("article.twice") };
    throw new ApiError(400, { payload: [issue] });
  };
}

/**
 * A price of shipping that is another by now: it is fetched and shown before the order is made, and whoever makes it is told
 * what it was, at the carrier that they chose.
 */
export function useMoved() {
  const { t } = useTranslation("orders");
  const { money } = useFormats();
  return async ({ shippingPrice }: OrderValues, reason: unknown): Promise<unknown> => {
    const isMoved = (reason: unknown): reason is ApiError =>
      reason instanceof ApiError && reason.fields.some(({ field }) => field === "shippingPrice");
    if (!isMoved(reason)) return reason;
    await attempt(refreshQuotes);
    const message = t("carrier.moved", { was: money(shippingPrice ?? "0") });
    return withFields(reason, (issue) =>
      issue.field === "shippingPrice" ? { ...issue, field: "carrierId", message } : issue,
    );
  };
}
