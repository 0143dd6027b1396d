import { Empty, Page } from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "./paths";

/** Where a carrier will be made. */
export default function CarrierCreate() {
  const { t } = useTranslation("bigblue");
  const list = t("shipping.carriers.title");
  const breadcrumbs = useMemo(() => [{ label: list, to: paths.carriers }], [list]);
  return (
    <Page title={t("shipping.carrierCreate.title")} breadcrumbs={breadcrumbs}>
      <Empty icon="shipped" title={t("shipping.carrierCreate.empty")}>
        {t("shipping.carrierCreate.text")}
      </Empty>
    </Page>
  );
}
