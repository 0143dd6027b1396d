import { useFormats } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { StoragePrice } from "./api";

/** What storage is measured in. */
export function useStorageUnits(): Record<StoragePrice["units"], string> {
  const { t } = useTranslation("organizations");
  return { m3: t("storage.unit.m3"), DAY: t("storage.unit.DAY"), MONTH: t("storage.unit.MONTH") };
}

/** A band of quantity in words: `0,5 – 2`, `plus de 2`, `moins de 0,5`. */
export function useRange(): (price: Pick<StoragePrice, "min" | "max">) => string {
  const { t } = useTranslation("organizations");
  const { number } = useFormats();
  return ({ min, max }) => {
    if (min && max) return t("storage.between", { min: number(Number(min)), max: number(Number(max)) });
    if (min) return t("storage.above", { min: number(Number(min)) });
    return max ? t("storage.below", { max: number(Number(max)) }) : t("storage.any");
  };
}
