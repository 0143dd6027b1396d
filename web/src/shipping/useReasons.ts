import { useTranslation } from "react-i18next";
import type { Quote } from "./api";

/** Why a carrier is not offered, in words. */
export function useReasons(): Record<NonNullable<Quote["unavailable"]>, string> {
  const { t } = useTranslation("shipping");
  return { COUNTRY: t("unavailable.country"), WEIGHT: t("unavailable.weight") };
}
