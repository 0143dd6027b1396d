import { Button, Empty, Page } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useCrumbs } from "./useCrumbs";

/** Where a carrier is entered, with its prices. */
export default function CarrierCreate() {
  const { t } = useTranslation("cubyn");
  return (
    <Page title={t("carrier.create.title")} breadcrumbs={useCrumbs().carrier}>
      <Empty
        icon="shipped"
        title={t("carrier.create.empty")}
        action={<Button to="/admin/cubyn/shipping/carrier">{t("carrier.see")}</Button>}
      >
        {t("carrier.create.text")}
      </Empty>
    </Page>
  );
}
