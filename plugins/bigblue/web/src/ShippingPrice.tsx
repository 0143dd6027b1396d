import { Page, PriceGrid } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { SHIPPING } from "./shipping";

/** What Bigblue's carriers cost by country and weight. */
export default function ShippingPrice() {
  const { t } = useTranslation("bigblue");
  return (
    <Page title={t("shipping.price")}>
      <PriceGrid place={SHIPPING} />
    </Page>
  );
}
