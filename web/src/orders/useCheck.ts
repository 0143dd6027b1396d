import { ApiError } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
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
