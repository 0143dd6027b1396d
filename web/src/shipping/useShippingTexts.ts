import { useFormats } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { QuotedCarrier } from "./api";

const GRAMS = 1_000;

/** What parcels weigh and how long they take, in words. */
export function useShippingTexts() {
  const { t } = useTranslation("shipping");
  const { number } = useFormats();
  return {
    grams: (weight: number) => t("weight.grams", { weight: number(weight) }),
    /** A band, above the first up to the second weight, in kilograms. */
    band: ({ minWeight, maxWeight }: { minWeight: number; maxWeight: number }) => {
      const max = number(maxWeight / GRAMS);
      if (minWeight === 0) return t("weight.upTo", { max });
      return t("weight.between", { min: number(minWeight / GRAMS), max });
    },
    /** Nothing where nobody knows. */
    delay: ({ minDays, maxDays }: Pick<QuotedCarrier, "minDays" | "maxDays">) => {
      const [min, max] = [minDays ?? maxDays, maxDays ?? minDays];
      if (typeof min !== "number" || typeof max !== "number") return undefined;
      if (min === max) return t("delay.days", { count: max });
      return t("delay.between", { min, count: max });
    },
  };
}
