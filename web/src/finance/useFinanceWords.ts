import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type texts from "../../locales/fr/finance.json";
import { fetchTexts } from "../i18n";
import type { Fee } from "./fees/api";

// For all of finance, and the pages of others.
fetchTexts("finance");

/** What fees are for, by the code on the wire, where one is a word less than in the API's description. */
export function useFeeCategories(): Record<string, string> {
  const { t } = useTranslation("finance");
  return useMemo(
    () => ({
      LOGISTICS: t("category.LOGISTICS"),
      OTHER: t("category.OTHER"),
      PRODUCTION: t("category.PRODUCTION"),
      RETURN: t("category.RETURN"),
      SEEDING: t("category.SEEDING"),
      SHIPPING: t("category.SHIPPING"),
      SHIPPINGFEES_SUPPLEMENT: t("category.SHIPPINGFEES_SUPPLEMENT"),
      SOFTWARE: t("category.SOFTWARE"),
      STORAGE: t("category.STORAGE"),
      TICKET: t("category.TICKET"),
    }),
    [t],
  );
}

/** The same as a field takes them, in the order of their names. */
export function useCategoryOptions(): { value: string; label: string }[] {
  const { i18n } = useTranslation();
  const categories = useFeeCategories();
  return Object.entries(categories)
    .map(([value, label]) => ({ value, label }))
    .toSorted((a, b) => a.label.localeCompare(b.label, i18n.resolvedLanguage));
}

/** Where fees come from, by code. */
export function useFeeCauses(): Record<Fee["cause"], string> {
  const { t } = useTranslation("finance");
  return useMemo(
    () => ({
      MANUAL: t("cause.MANUAL"),
      CHARGE: t("cause.CHARGE"),
      TICKET: t("cause.TICKET"),
      SEEDING: t("cause.SEEDING"),
      RETURN: t("cause.RETURN"),
      STORAGE: t("cause.STORAGE"),
      SHIPPING: t("cause.SHIPPING"),
      PROVIDER_INVOICE: t("cause.PROVIDER_INVOICE"),
    }),
    [t],
  );
}

declare module "@comptoir/kit" {
  interface PortalResources {
    finance: typeof texts;
  }
}
