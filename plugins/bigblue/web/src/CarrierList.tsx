import { Empty, Page } from "@comptoir/kit";
import { useTranslation } from "react-i18next";

/** Bigblue's carriers. */
export default function CarrierList() {
  const { t } = useTranslation("bigblue");
  return (
    <Page title={t("shipping.carriers.title")}>
      <Empty icon="shipped" title={t("shipping.carriers.empty")}>
        {t("shipping.carriers.text")}
      </Empty>
    </Page>
  );
}
