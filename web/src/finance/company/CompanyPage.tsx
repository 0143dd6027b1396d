import {
  AddressFields,
  Banner,
  Disclosure,
  EditForm,
  FormGrid,
  FormSection,
  fieldsOf,
  Loaded,
  Page,
  PercentField,
  Stack,
  useFormats,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { Accounts } from "./Accounts";
import { type Company, readCompany, saveCompany, useCompany } from "./api";
import { LogoSection } from "./LogoSection";
import { useSellerFields } from "./useSellerFields";
import { useVatCategories, useVatNames } from "./useVatNames";
import { type CompanyValues, toInput, toValues } from "./values";

const { AreaField, SelectField, TextField, useValue } = fieldsOf<CompanyValues>();

/** Fields without which no invoice can be issued. */
function Missing({ fields }: { fields: string[] }) {
  const { t } = useTranslation("company");
  const names: Record<string, string> = useSellerFields();
  if (fields.length === 0) return null;
  return (
    <Banner tone="warning" title={t("missing.title")}>
      <p>{t("missing.text", { fields: fields.map((field) => names[field] ?? field).join(", ") })}</p>
    </Banner>
  );
}

function SellerFields() {
  const { t } = useTranslation("company");
  const names = useSellerFields();
  return (
    <>
      <FormSection title={t("section.identity")} description={t("section.identityText")}>
        <TextField name="seller.name" label={names.name} maxLength={255} autoComplete="off" />
        <FormGrid>
          <TextField
            name="seller.siren"
            label={names.siren}
            placeholder="123456789"
            maxLength={9}
            autoComplete="off"
          />
          <TextField name="seller.vatNumber" label={names.vatNumber} maxLength={50} autoComplete="off" />
        </FormGrid>
        <TextField name="seller.email" label={names.email} type="email" maxLength={255} autoComplete="off" />
      </FormSection>
      <FormSection title={names.address} description={t("section.addressText")}>
        <AddressFields prefix="seller.address" optional />
      </FormSection>
      <FormSection title={t("section.bank")} description={t("section.bankText")}>
        <FormGrid>
          <TextField name="seller.iban" label={names.iban} maxLength={50} autoComplete="off" />
          <TextField name="seller.bic" label={names.bic} maxLength={11} autoComplete="off" />
        </FormGrid>
      </FormSection>
      <FormSection title={t("section.legal")} description={t("section.legalText")}>
        <AreaField name="seller.legalFr" label={names.legalFr} maxLength={2000} rows={4} />
        <AreaField name="seller.legalEn" label={names.legalEn} maxLength={2000} rows={4} />
      </FormSection>
    </>
  );
}

/** What one code of VAT means: a line until it is opened. */
function Rule({ code, at }: { code: string; at: number }) {
  const { t } = useTranslation("company");
  const { percent } = useFormats();
  const categories = useVatCategories();
  const options = Object.entries(categories).map(([value, label]) => ({ value, label }));
  const rate = useValue(`vatCodes.${at}.percent`);
  return (
    <Disclosure label={useVatNames()[code] ?? code} hint={rate ? percent(rate) : t("field.anyRate")}>
      <FormGrid>
        <PercentField
          name={`vatCodes.${at}.percent`}
          label={t("field.percent")}
          placeholder={t("field.anyRate")}
        />
        <SelectField
          name={`vatCodes.${at}.category`}
          label={t("field.category")}
          options={options}
          required
        />
      </FormGrid>
      <AreaField name={`vatCodes.${at}.mentionFr`} label={t("field.mentionFr")} maxLength={500} rows={2} />
      <AreaField name={`vatCodes.${at}.mentionEn`} label={t("field.mentionEn")} maxLength={500} rows={2} />
    </Disclosure>
  );
}

function CompanyForm({ company }: { company: Company }) {
  const { t } = useTranslation("company");
  return (
    <EditForm
      record={company}
      toValues={toValues}
      save={(read, values) => saveCompany(read, toInput(values))}
      kept={toValues}
      done={() => t("edit.done")}
      failure={t("edit.failed")}
      onReload={readCompany}
    >
      <SellerFields />
      <FormSection title={t("section.vat")} description={t("section.vatText")}>
        <Stack gap={8}>
          {company.vatCodes.map(({ code }, at) => (
            <Rule key={code} code={code} at={at} />
          ))}
        </Stack>
      </FormSection>
      <Accounts accounts={company.accounts} />
    </EditForm>
  );
}

/** Who invoices: legal data, bank, what stands on each invoice, what the codes of VAT mean, and the accounts of the books. */
export default function CompanyPage() {
  const { t } = useTranslation("company");
  return (
    <Page title={t("title")} width="text">
      <Loaded of={useCompany()} lines={12}>
        {(company) => (
          <>
            <Missing fields={company.missing} />
            <CompanyForm company={company} />
            <LogoSection logo={company.logo} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
