import { Empty, Page } from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "./paths";

/** One carrier. */
export default function CarrierView() {
  const { t } = useTranslation("bigblue");
  const list = t("shipping.carriers.title");
  const breadcrumbs = useMemo(() => [{ label: list, to: paths.carriers }], [list]);
  return (
    <Page title={t("shipping.carrier.title")} breadcrumbs={breadcrumbs}>
      <Empty icon="shipped" title={t("shipping.carrier.empty")}>
        {t("shipping.carrier.text")}
      </Empty>
    </Page>
  );
}
