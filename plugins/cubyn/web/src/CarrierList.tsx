import { Button, Empty, Page } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useCrumbs } from "./useCrumbs";

/** The carriers that Cubyn ships with. Cubyn names none, so there are those that are entered here only. */
export default function CarrierList() {
  const { t } = useTranslation("cubyn");
  return (
    <Page title={t("carrier.title")} breadcrumbs={useCrumbs().list}>
      <Empty
        icon="shipped"
        title={t("carrier.empty.title")}
        action={<Button to="/admin/cubyn/shipping">{t("carrier.toShipping")}</Button>}
      >
        {t("carrier.empty.text")}
      </Empty>
    </Page>
  );
}
