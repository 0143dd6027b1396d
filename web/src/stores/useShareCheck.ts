import { ApiError, useFormats } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { type StoreValues, sumOfShares } from "./values";

/** Refuses shares that do not sum to a whole, as the server would. */
export function useShareCheck() {
  const { t } = useTranslation("stores");
  const { percent } = useFormats();
  return ({ organizations }: Pick<StoreValues, "organizations">) => {
    const sum = sumOfShares(organizations);
    if (sum === 100) return;
    const message = t("share.wrong", { sum: percent(sum) });
    throw new ApiError(400, { payload: [{ field: "organizations", code: "sum", message }] });
  };
}
