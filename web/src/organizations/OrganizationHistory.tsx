import { History, useFormats } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { StoragePrice, Terms } from "./api";
import { useRange, useStorageUnits } from "./useStorageTexts";

/** Agreed prices in a few words, as a change of them is told. */
function useValues() {
  const { money } = useFormats();
  const units = useStorageUnits();
  const range = useRange();
  return (field: string, value: unknown): string | undefined => {
    if (field === "returns") {
      const { type, price } = value as Terms["returns"][number];
      return `${type} · ${money(price)}`;
    }
    if (field !== "storages") return;
    const { units: unit, price, ...band } = value as StoragePrice;
    return `${range(band)} (${units[unit]}) · ${money(price)}`;
  };
}

/** Who changed what of an organization, in the words of its screens. */
export function OrganizationHistory({ organizationId }: { organizationId: string }) {
  const { t } = useTranslation(["organizations", "kit"]);
  return (
    <History
      entity="organization"
      id={organizationId}
      values={useValues()}
      fields={{
        name: t("field.name"),
        identifierNumber: t("field.identifierNumber"),
        taxNumber: t("field.taxNumber"),
        address: t("form.address"),
        "address.company": t("kit:form.address.company"),
        "address.address1": t("kit:form.address.address1"),
        "address.address2": t("kit:form.address.address2"),
        "address.extra": t("kit:form.address.extra"),
        "address.zip": t("kit:form.address.zip"),
        "address.city": t("kit:form.address.city"),
        "address.countryCode": t("kit:form.address.country"),
        "address.phone": t("kit:form.address.phone"),
        contract: t("contract.title"),
        returns: t("returns.title"),
        storages: t("storage.title"),
        archived: t("archived"),
      }}
    />
  );
}
