import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useFeeCategories } from "../useFinanceWords";

/** What stands in each account of the books, by its key: what every invoice has, commissions, and fees by category. */
export function useAccountNames(): Record<string, string> {
  const { t } = useTranslation("company");
  const categories = useFeeCategories();
  return useMemo(() => {
    const ofFees = Object.entries(categories).map(([key, category]) => [
      key,
      t("account.fees", { category }),
    ]);
    return {
      CUSTOMERS: t("account.CUSTOMERS"),
      VAT: t("account.VAT"),
      COMMISSIONS: t("account.COMMISSIONS"),
      ...Object.fromEntries(ofFees),
    };
  }, [t, categories]);
}
