import { Empty, Page } from "@comptoir/kit";
import { useTranslation } from "react-i18next";

/** One carrier. */
export default function CarrierView() {
  const { t } = useTranslation("bigblue");
  return (
    <Page title={t("shipping.carrier.title")}>
      <Empty icon="shipped" title={t("shipping.carrier.empty")}>
        {t("shipping.carrier.text")}
      </Empty>
    </Page>
  );
}
