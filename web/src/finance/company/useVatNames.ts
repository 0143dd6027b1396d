import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { fetchTexts } from "../../i18n";

// For the pages of others.
fetchTexts("company");

/** What the codes of VAT are called, by the code on the wire. */
export function useVatNames(): Record<string, string> {
  const { t } = useTranslation("company");
  return useMemo(
    () => ({
      FR_200: t("vat.FR_200"),
      FR_100_construction: t("vat.FR_100_construction"),
      FR_200_construction: t("vat.FR_200_construction"),
      intracom_21: t("vat.intracom_21"),
      intracom_55: t("vat.intracom_55"),
      intracom_85: t("vat.intracom_85"),
      intracom_100: t("vat.intracom_100"),
      crossborder: t("vat.crossborder"),
      extracom: t("vat.extracom"),
      exempt: t("vat.exempt"),
    }),
    [t],
  );
}

/** The categories of VAT of electronic invoices (EN 16931), by code. */
export function useVatCategories(): Record<string, string> {
  const { t } = useTranslation("company");
  return useMemo(
    () => ({
      S: t("category.S"),
      Z: t("category.Z"),
      E: t("category.E"),
      AE: t("category.AE"),
      K: t("category.K"),
      G: t("category.G"),
      O: t("category.O"),
    }),
    [t],
  );
}
