import { Empty, Page } from "@comptoir/kit";
import { useTranslation } from "react-i18next";

/** What Bigblue's carriers cost by country and weight. */
export default function ShippingPrice() {
  const { t } = useTranslation("bigblue");
  return (
    <Page title={t("shipping.price.title")}>
      <Empty icon="shipped" title={t("shipping.price.empty")}>
        {t("shipping.price.text")}
      </Empty>
    </Page>
  );
}
