import { CopyId, Country, Facts, isAddressEmpty, NONE, Section } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { Organization } from "./api";

function Address({ address }: Pick<Organization, "address">) {
  if (!address || isAddressEmpty(address)) return NONE;
  const lines = [
    address.company,
    address.address1,
    address.address2,
    address.extra,
    `${address.zip ?? ""} ${address.city ?? ""}`.trim(),
  ].filter(Boolean);
  return (
    <address>
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
      <Country code={address.countryCode ?? ""} />
      {address.phone && <div>{address.phone}</div>}
    </address>
  );
}

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
          { label: t("form.address"), value: <Address address={address} /> },
        ]}
      />
    </Section>
  );
}
