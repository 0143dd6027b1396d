import { Empty, Page } from "@comptoir/kit";
import { useTranslation } from "react-i18next";

/** What a factory will find here. */
export default function FactoryHome() {
  const { t } = useTranslation("home");
  return (
    <Page title={t("title")} width="text">
      <Empty icon="production" title={t("factory.title")}>
        {t("factory.text")}
      </Empty>
    </Page>
  );
}
