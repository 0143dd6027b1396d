import { type Fact, Facts, PostalAddress, Quiet, Section, Stack } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { grouped } from "../company/values";
import type { Parties } from "./api";

const known = (facts: Fact[]) => facts.filter(({ value }) => value !== "");

/** Who bills whom, as it was when the invoice was issued. */
export function InvoiceParties({ parties: { seller, buyer } }: { parties: Parties }) {
  const { t, i18n } = useTranslation("invoices");
  const legal = i18n.resolvedLanguage === "en" ? seller.legalEn || seller.legalFr : seller.legalFr;
  const ofSeller = known([
    { label: t("party.name"), value: seller.name },
    { label: t("party.siren"), value: seller.siren },
    { label: t("party.vatNumber"), value: seller.vatNumber },
    { label: t("party.address"), value: <PostalAddress address={seller.address} /> },
    { label: t("party.email"), value: seller.email },
    { label: t("party.iban"), value: grouped(seller.iban) },
    { label: t("party.bic"), value: seller.bic },
  ]);
  const ofBuyer = known([
    { label: t("party.name"), value: buyer.name },
    { label: t("party.identifier"), value: buyer.identifierNumber },
    { label: t("party.vatNumber"), value: buyer.taxNumber },
    { label: t("party.address"), value: <PostalAddress address={buyer.address} /> },
    { label: t("party.email"), value: buyer.email ?? "" },
  ]);
  return (
    <>
      <Section title={t("section.buyer")}>
        <Facts facts={ofBuyer} />
      </Section>
      <Section title={t("section.seller")}>
        <Stack gap={12}>
          <Facts facts={ofSeller} />
          {legal && <Quiet>{legal}</Quiet>}
        </Stack>
      </Section>
    </>
  );
}
