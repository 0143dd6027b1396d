import { useTranslation } from "react-i18next";

/** What a charge is counted by. It is free text, of which the usual words are known in both languages. */
export function useChargeUnit(): (unit: string) => string {
  const { t } = useTranslation("stores");
  const [month, order] = [t("charge.month"), t("charge.order")];
  const known: Record<string, string> = { month, mois: month, order, commande: order };
  return (unit) => known[unit.toLowerCase()] ?? unit;
}
