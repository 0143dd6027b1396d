import { useFormats } from "@comptoir/kit";
import { useTranslation } from "react-i18next";

/** The weights that a rate is for, in grams; null where there is no limit. */
export function useWeights(): (min: number | null, max: number | null) => string {
  const { t } = useTranslation("shopify");
  const { number } = useFormats();
  return (min, max) => {
    if (min === null && max === null) return t("shipping.anyWeight");
    if (max === null) return t("shipping.from", { min: number(min ?? 0) });
    return t("shipping.between", { min: number(min ?? 0), max: number(max) });
  };
}
