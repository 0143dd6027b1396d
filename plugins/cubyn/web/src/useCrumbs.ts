import type { Crumb } from "@comptoir/kit";
import { useTranslation } from "react-i18next";

/** The way to a carrier's screens. */
export function useCrumbs(): { list: Crumb[]; carrier: Crumb[] } {
  const { t } = useTranslation("cubyn");
  const shipping = { label: t("shipping.title"), to: "/admin/cubyn/shipping" };
  const carriers = { label: t("carrier.title"), to: "/admin/cubyn/shipping/carrier" };
  return { list: [shipping], carrier: [shipping, carriers] };
}
