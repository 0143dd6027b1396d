import { type Choice, ChoiceField, FormSection, Quiet } from "@comptoir/kit";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Company, useCompanies } from "./api";

/** A French company number as people write it: `552 100 554 00013`. */
const grouped = (number: string) =>
  /^\d{9}(\d{5})?$/.test(number)
    ? number.replace(/^(\d{3})(\d{3})(\d{3})/, "$1\u00a0$2\u00a0$3\u00a0").trim()
    : number;

function useChoiceOf(): (company: Company) => Choice {
  const { t } = useTranslation("organizations");
  return ({ id, name, identifierNumber, address, active }) => {
    const number = { number: grouped(identifierNumber) };
    const facts = [
      identifierNumber.length === 14 ? t("company.siret", number) : t("company.siren", number),
      address.city,
      !active && t("company.closed"),
    ];
    return { value: id, label: name, description: facts.filter(Boolean).join(" · ") };
  };
}

interface CompanySearchProps {
  /** The name of the field that holds the chosen company. */
  name: string;
  /** What was found, to be looked up by the chosen one's id. */
  found: Map<string, Company>;
}

/** A search in the French company register. When that does not answer it says so, and everything is typed by hand. */
export function CompanySearch({ name, found }: CompanySearchProps) {
  const { t } = useTranslation("organizations");
  const [hasFailed, setHasFailed] = useState(false);
  const choiceOf = useChoiceOf();
  const useChoices = (search: string) => {
    const { data, error, isLoading } = useCompanies(search);
    // Said until the register answers again, not only while the list is open.
    useEffect(() => {
      if (data || error) setHasFailed(!data);
    }, [data, error]);
    for (const company of data ?? []) found.set(company.id, company);
    return {
      options: data?.map(choiceOf) ?? [],
      isLoading,
      failure: error && t("company.unavailable"),
    };
  };
  return (
    <FormSection title={t("company.title")} description={t("company.text")}>
      <ChoiceField
        name={name}
        label={t("company.search")}
        placeholder={t("company.placeholder")}
        useChoices={useChoices}
        minSearch={3}
        autoFocus
      />
      <div role="status">{hasFailed && <Quiet>{t("company.unavailable")}</Quiet>}</div>
    </FormSection>
  );
}
