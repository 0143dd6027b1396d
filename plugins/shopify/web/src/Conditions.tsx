import { Quiet, Stack, useFormats } from "@comptoir/kit";
import { useTranslation } from "react-i18next";

interface ConditionsProps {
  /** Grams; null where there is no limit. */
  weights: [min: number | null, max: number | null];
  /** What the articles cost together. */
  totals: [min: string | null, max: string | null];
  currency: string;
}

function useWeights() {
  const { t } = useTranslation("shopify");
  const { number } = useFormats();
  return ([min, max]: ConditionsProps["weights"]) => {
    if (min === null && max === null) return t("shipping.anyWeight");
    if (max === null) return t("shipping.from", { min: number(min ?? 0) });
    return t("shipping.between", { min: number(min ?? 0), max: number(max) });
  };
}

function useTotals() {
  const { t } = useTranslation("shopify");
  const { money } = useFormats();
  return ([min, max]: ConditionsProps["totals"], currency: string) => {
    const of = (amount: string) => money(amount, currency);
    if (min !== null && max !== null) return t("shipping.totalBetween", { min: of(min), max: of(max) });
    if (min !== null) return t("shipping.totalFrom", { min: of(min) });
    return max !== null && t("shipping.totalUpTo", { max: of(max) });
  };
}

/** Which orders a rate is for. */
export function Conditions({ weights, totals, currency }: ConditionsProps) {
  const total = useTotals()(totals, currency);
  return (
    <Stack gap={0}>
      <span>{useWeights()(weights)}</span>
      {total && <Quiet>{total}</Quiet>}
    </Stack>
  );
}
