import { Empty, Page } from "@comptoir/kit";
import { useTranslation } from "react-i18next";

/** Where a carrier will be made. */
export default function CarrierCreate() {
  const { t } = useTranslation("bigblue");
  return (
    <Page title={t("shipping.carrierCreate.title")}>
      <Empty icon="shipped" title={t("shipping.carrierCreate.empty")}>
        {t("shipping.carrierCreate.text")}
      </Empty>
    </Page>
  );
}
