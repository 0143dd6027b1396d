import { Empty, Page } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { paths } from "./paths";

/** Where a carrier will be made. */
export default function CarrierCreate() {
  const { t } = useTranslation("bigblue");
  return (
    <Page
      title={t("shipping.carrierCreate.title")}
      breadcrumbs={[{ label: t("shipping.carriers.title"), to: paths.carriers }]}
    >
      <Empty icon="shipped" title={t("shipping.carrierCreate.empty")}>
        {t("shipping.carrierCreate.text")}
      </Empty>
    </Page>
  );
}
