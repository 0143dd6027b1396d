import { useMemo } from "react";
import { useTranslation } from "react-i18next";

/** What the fields of the company are called. */
export function useSellerFields() {
  const { t } = useTranslation("company");
  return useMemo(
    () => ({
      name: t("field.name"),
      siren: t("field.siren"),
      vatNumber: t("field.vatNumber"),
      address: t("field.address"),
      email: t("field.email"),
      iban: t("field.iban"),
      bic: t("field.bic"),
      legalFr: t("field.legalFr"),
      legalEn: t("field.legalEn"),
    }),
    [t],
  );
}
