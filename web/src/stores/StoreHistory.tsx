import { useTranslation } from "react-i18next";
import { History } from "../history/History";

/** Who changed what of a store, in the words of its form. */
export function StoreHistory({ storeId }: { storeId: string }) {
  const { t } = useTranslation("stores");
  return (
    <History
      entity="store"
      id={storeId}
      fields={{
        name: t("field.name"),
        organizations: t("section.organizations"),
        seedingCost: t("field.seedingCost"),
        ticketCost: t("field.ticketCost"),
        returnCost: t("field.returnCost"),
        shippingMargin: t("field.shippingMargin"),
        shippingAdditionalCost: t("field.shippingAdditionalCost"),
        links: t("section.links"),
        charges: t("section.charges"),
        plugin: t("connector.plugin"),
        settings: t("connector.settings"),
      }}
    />
  );
}
