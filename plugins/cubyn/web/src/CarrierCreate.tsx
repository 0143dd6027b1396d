import { Button, Empty, Page, useMayOpen } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useCrumbs } from "./useCrumbs";

const CARRIERS = "/admin/cubyn/shipping/carrier";

/** Where a carrier is entered, with its prices. */
export default function CarrierCreate() {
  const { t } = useTranslation("cubyn");
  const mayLook = useMayOpen()(CARRIERS);
  return (
    <Page title={t("carrier.create.title")} breadcrumbs={useCrumbs().carrier}>
      <Empty
        icon="shipped"
        title={t("carrier.create.empty")}
        action={mayLook && <Button to={CARRIERS}>{t("carrier.see")}</Button>}
      >
        {t("carrier.create.text")}
      </Empty>
    </Page>
  );
}
