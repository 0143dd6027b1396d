import { attempt, FormSection, Quiet, RecordField, type RecordSource } from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type Company, findCompanies } from "./api";

/** A French company number as people write it: `552 100 554 00013`. */
const grouped = (number: string) =>
  /^\d{9}(\d{5})?$/.test(number)
    ? number.replace(/^(\d{3})(\d{3})(\d{3})/, "$1\u00a0$2\u00a0$3\u00a0").trim()
    : number;

interface CompanySearchProps {
  /** The name of the field that holds the chosen company's id. */
  name: string;
  onChoose: (company: Company | null) => void;
}

/** A search in the French company register. When that does not answer it says so, and everything is typed by hand. */
export function CompanySearch({ name, onChoose }: CompanySearchProps) {
  const { t } = useTranslation("organizations");
  // Said until the register answers again, not only while the list is open.
  const [hasFailed, setHasFailed] = useState(false);
  const hint = ({ identifierNumber, address, active }: Company) => {
    const number = { number: grouped(identifierNumber) };
    const facts = [
      identifierNumber.length === 14 ? t("company.siret", number) : t("company.siren", number),
      address.city,
      !active && t("company.closed"),
    ];
    return facts.filter(Boolean).join(" · ");
  };
  const search = async (text: string) => {
    const done = await attempt(() => findCompanies(text));
    setHasFailed("error" in done);
    if ("error" in done) throw done.error;
    return done.value;
  };
  const source: RecordSource<Company> = {
    key: ["/organization/search"],
    search,
    idOf: ({ id }) => id,
    label: (company) => company.name,
    hint,
    minSearch: 3,
  };
  return (
    <FormSection title={t("company.title")} description={t("company.text")}>
      <RecordField
        name={name}
        label={t("company.search")}
        placeholder={t("company.placeholder")}
        source={source}
        unavailable={hasFailed ? t("company.unavailable") : undefined}
        onChoose={onChoose}
        autoFocus
      />
      <div role="status">{hasFailed && <Quiet>{t("company.unavailable")}</Quiet>}</div>
    </FormSection>
  );
}
