import { useFormats } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useTotal } from "./useTotal";

/** What the order that is filled in comes to so far, in a few words. */
export function RunningTotal() {
  const { t } = useTranslation("orders");
  const { money } = useFormats();
  const total = useTotal();
  if (!total) return null;
  // Only the way can be unknown, and only of articles that nobody buys.
  return total.total === null
    ? t("amount.withoutShipping", { amount: money(total.seeding) })
    : t("amount.running", { amount: money(total.total) });
}
