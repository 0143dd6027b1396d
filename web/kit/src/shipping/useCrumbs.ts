import { useTranslation } from "react-i18next";
import type { Crumb } from "../layout/Page";
import { usePluginName } from "../plugin/names";
import type { ShippingPlace } from "./carriers";

/** The way to a carrier's screens. */
export function useCrumbs(place: ShippingPlace): { list: Crumb[]; carrier: Crumb[] } {
  const { t } = useTranslation("carriers");
  const provider = usePluginName()(place.provider);
  const prices = { label: t("prices.title", { provider }), to: place.prices };
  const list = { label: t("list.title", { provider }), to: place.carriers };
  return { list: [prices], carrier: [prices, list] };
}
