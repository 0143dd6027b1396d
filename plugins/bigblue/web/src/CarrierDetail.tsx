import { Empty, Page } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { paths } from "./paths";

/** One carrier. */
export default function CarrierDetail() {
  const { t } = useTranslation("bigblue");
  return (
    <Page
      title={t("shipping.carrier.title")}
      breadcrumbs={[{ label: t("shipping.carriers.title"), to: paths.carriers }]}
    >
      <Empty icon="shipped" title={t("shipping.carrier.empty")}>
        {t("shipping.carrier.text")}
      </Empty>
    </Page>
  );
}
