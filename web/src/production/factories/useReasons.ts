import { useFormats, useRecords } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { tagRecords } from "../tags/api";
import type { Factory, Reason } from "./api";
import { usePriceOptions } from "./PriceRange";
import { useFactoryTexts } from "./useFactoryTexts";

/** What speaks for or against factories. */
export function useReasonTitles(): Record<Reason["code"], string> {
  const { t } = useTranslation("factories");
  return {
    quantity: t("field.quantity"),
    delay: t("field.delayInWeek"),
    tags: t("field.tags"),
    price: t("field.priceRange"),
    load: t("load.title"),
  };
}

/** Why a factory suits, or why not, in words. */
export function useReasonText(factory: Factory, reason: Reason): string {
  const { t } = useTranslation("factories");
  const { date } = useFormats();
  const { quantity, load } = useFactoryTexts();
  const prices = usePriceOptions();
  const missing = useRecords(tagRecords, reason.code === "tags" ? reason.detail.missing : []);
  const { fits } = reason;
  switch (reason.code) {
    case "quantity":
      return fits ? quantity(factory) : t("reason.notQuantity", { quantity: quantity(factory) });
    case "delay": {
      const day = date(reason.detail.ready);
      return fits ? t("reason.delay", { day }) : t("reason.notDelay", { day });
    }
    case "tags": {
      const tags = missing.map(({ displayName }) => displayName).join(", ");
      return fits ? t("reason.tags") : t("reason.notTags", { tags });
    }
    case "price": {
      const price = prices[reason.detail.range]?.label ?? "";
      return fits ? price : t("reason.notPrice", { price });
    }
    case "load":
      return fits ? load(factory) : t("reason.notLoad", { load: load(factory) });
  }
}
