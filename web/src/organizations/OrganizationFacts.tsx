import { CopyId, Facts, isAddressEmpty, NONE, PostalAddress, Section } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { Organization } from "./api";

/** What an organization is called and where it is, for those who may not change it. */
export function OrganizationFacts({ organization }: { organization: Organization }) {
  const { t } = useTranslation("organizations");
  const { identifierNumber, taxNumber, address } = organization;
  return (
    <Section title={t("form.identity")}>
      <Facts
        facts={[
          { label: t("field.identifierNumber"), value: <CopyId value={identifierNumber} /> },
          { label: t("field.taxNumber"), value: taxNumber ? <CopyId value={taxNumber} /> : NONE },
          {
            label: t("form.address"),
            value: isAddressEmpty(address) ? NONE : <PostalAddress address={address} />,
          },
        ]}
      />
    </Section>
  );
}
