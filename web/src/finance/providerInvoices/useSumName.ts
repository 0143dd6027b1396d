import { useFormats } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { ParcelSum, SumBy } from "./api";

/** What people call a store, a carrier or a country, one that nobody knows included. */
export function useSumName(by: SumBy): (sum: Pick<ParcelSum, "key" | "name">) => string {
  const { t } = useTranslation("providerInvoices");
  const { country } = useFormats();
  return ({ key, name }) => (by === "COUNTRY" ? country(key) : name) || t("sum.unknown");
}
