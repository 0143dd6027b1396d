import { Disclosure, FormGrid, FormSection, fieldsOf, Stack } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { Company } from "./api";
import { useAccountNames } from "./useAccountNames";
import type { CompanyValues } from "./values";

const { TextField, useValue } = fieldsOf<CompanyValues>();

/** One account: a line until it is opened. */
function Account({ code, at }: { code: string; at: number }) {
  const { t } = useTranslation("company");
  const { account, label } = useValue(`accounts.${at}`);
  return (
    <Disclosure label={useAccountNames()[code] ?? code} hint={`${account} · ${label}`}>
      <FormGrid>
        <TextField
          name={`accounts.${at}.account`}
          label={t("field.account")}
          maxLength={20}
          autoComplete="off"
          required
        />
        <TextField
          name={`accounts.${at}.label`}
          label={t("field.accountLabel")}
          maxLength={255}
          autoComplete="off"
          required
        />
      </FormGrid>
    </Disclosure>
  );
}

/** Where the amounts of invoices stand in the accountant's books. */
export function Accounts({ accounts }: Pick<Company, "accounts">) {
  const { t } = useTranslation("company");
  return (
    <FormSection title={t("section.accounts")} description={t("section.accountsText")}>
      <Stack gap={8}>
        {accounts.map(({ key }, at) => (
          <Account key={key} code={key} at={at} />
        ))}
      </Stack>
    </FormSection>
  );
}
