import { useFormats } from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Factory } from "./api";

/** What is said of a factory wherever it is. */
export function useFactoryTexts() {
  const { t } = useTranslation("factories");
  const { number } = useFormats();
  return useMemo(
    () => ({
      /** "100 à 1 000 pièces" */
      quantity: ({ quantityMin, quantityMax }: Pick<Factory, "quantityMin" | "quantityMax">) =>
        t("fact.quantity", { min: number(quantityMin), max: number(quantityMax), count: quantityMax }),
      /** "4 semaines" */
      delay: ({ delayInWeek }: Pick<Factory, "delayInWeek">) => t("fact.delay", { count: delayInWeek }),
      /** "12 000 pièces en cours, 3 productions" */
      load: ({ load: { open, quantity } }: Pick<Factory, "load">) =>
        open === 0
          ? t("load.none")
          : t("load.text", {
              pieces: t("load.pieces", { count: quantity, number: number(quantity) }),
              productions: t("load.productions", { count: open, number: number(open) }),
            }),
    }),
    [t, number],
  );
}
