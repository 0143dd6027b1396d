import { Facts } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { BillableWeight } from "./api";
import { useShippingTexts } from "./useShippingTexts";

/** What a parcel is charged as, and of what that is the larger one (F1). */
export function WeightFacts({ weight }: { weight: BillableWeight }) {
  const { t } = useTranslation("shipping");
  const { grams } = useShippingTexts();
  return (
    <Facts
      facts={[
        { label: t("weight.real"), value: grams(weight.real) },
        { label: t("weight.volumetric"), value: grams(weight.volumetric) },
        { label: t("weight.billable"), value: <strong>{grams(weight.billable)}</strong> },
      ]}
    />
  );
}
