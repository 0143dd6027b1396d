import { ErrorView, Facts, Page, Section, SkeletonLines, useGet } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { Outbox } from "./Outbox";

function Versions() {
  const { t } = useTranslation("developer");
  const { data, error, mutate } = useGet("/developer", {});
  if (error) return <ErrorView error={error} retry={() => void mutate()} />;
  if (!data) return <SkeletonLines lines={3} />;
  return (
    <Facts
      facts={[
        { label: t("environment"), value: data.environment },
        { label: t("apiVersion"), value: data.apiVersion },
        { label: t("applicationVersion"), value: data.applicationVersion },
      ]}
    />
  );
}

/** What runs here, and the mails it wrote. */
export default function DeveloperPage() {
  const { t } = useTranslation("developer");
  return (
    <Page title={t("title")}>
      <Section title={t("versions")}>
        <Versions />
      </Section>
      <h2>{t("outbox.title")}</h2>
      <Outbox />
    </Page>
  );
}
