import { useFormats } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { Tier } from "./values";

/** Which part of the sales a tier is of, in words. */
export function useTierText() {
  const { t } = useTranslation("commissions");
  const { money } = useFormats();
  const whole = (amount: string) => money(amount).replace(/[.,]00(?=\D*$)/, "");
  return ({ min, max }: Pick<Tier, "min" | "max">) =>
    max === null
      ? t("tier.above", { min: whole(min || "0") })
      : t("tier.between", { min: whole(min || "0"), max: whole(max) });
}
