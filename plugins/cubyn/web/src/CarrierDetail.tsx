import { Button, Empty, Page } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { useCrumbs } from "./useCrumbs";

/** One carrier with its prices. */
export default function CarrierDetail() {
  const { t } = useTranslation("cubyn");
  const { carrierId = "" } = useParams();
  return (
    <Page title={t("carrier.detail.title", { carrier: carrierId })} breadcrumbs={useCrumbs().carrier}>
      <Empty
        icon="search"
        title={t("carrier.detail.empty")}
        action={<Button to="/admin/cubyn/shipping/carrier">{t("carrier.see")}</Button>}
      >
        {t("carrier.detail.text")}
      </Empty>
    </Page>
  );
}
