import { NONE } from "@comptoir/kit";
import { useTranslation } from "react-i18next";

const signs = (range: number) => "€".repeat(range + 1);

/** What the price ranges are called, from 0, the cheapest, to 3. */
export function usePriceRanges(): string[] {
  const { t } = useTranslation("factories");
  return [t("price.lowest"), t("price.low"), t("price.middle"), t("price.high")];
}

/** Those to choose from: "€€€ · Intermédiaire". */
export const usePriceOptions = () =>
  usePriceRanges().map((word, range) => ({ value: String(range), label: `${signs(range)} · ${word}` }));

/** How dear a factory is: one sign of the euro to four, and the word to who hears or asks. */
export function PriceRange({ range }: { range: number | null }) {
  const word = usePriceRanges()[range ?? 0];
  if (range === null) return NONE;
  return (
    <span role="img" aria-label={word} title={word}>
      {signs(range)}
    </span>
  );
}
