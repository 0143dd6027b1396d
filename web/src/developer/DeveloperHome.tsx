import { Facts, Loaded, Page, Section, useGet } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { MailList } from "./MailList";

function Versions() {
  const { t } = useTranslation("developer");
  return (
    <Loaded of={useGet("/developer", {})} lines={3}>
      {(data) => (
        <Facts
          facts={[
            { label: t("environment"), value: data.environment },
            { label: t("apiVersion"), value: data.apiVersion },
            { label: t("applicationVersion"), value: data.applicationVersion },
          ]}
        />
      )}
    </Loaded>
  );
}

/** What runs here, and the mails it wrote. */
export default function DeveloperHome() {
  const { t } = useTranslation("developer");
  return (
    <Page title={t("title")}>
      <Section title={t("versions")}>
        <Versions />
      </Section>
      <h2>{t("outbox.title")}</h2>
      <MailList />
    </Page>
  );
}
