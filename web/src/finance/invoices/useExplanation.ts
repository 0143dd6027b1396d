import { useFormats } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { Explanation } from "./api";

/** All of it is the organization's. */
const WHOLE = 100;

/** How the amount of a line came about, in a sentence: "12 fees = €60.00, share of 60%", "20% of €10,000.00". */
export function useExplanation(): (explanation: Explanation) => string {
  const { t } = useTranslation("invoices");
  const { money, percent } = useFormats();
  return ({ count, part, rate, whole, share }) => {
    const isShared = Number(share) !== WHOLE;
    const ofShare = isShared ? t("explanation.share", { percent: percent(share) }) : "";
    if (part && rate) {
      const tier = t("explanation.commission", { percent: percent(rate), amount: money(part) });
      // By itself the line's amount says what that comes to.
      return isShared ? `${tier} = ${money(whole)}, ${ofShare}` : tier;
    }
    const fees = t("explanation.fees", { count: count ?? 0, amount: money(whole) });
    return isShared ? `${fees}, ${ofShare}` : fees;
  };
}
