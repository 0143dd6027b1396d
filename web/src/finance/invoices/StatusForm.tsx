import { EditForm, fieldsOf, Quiet, Section, Stack, useCan, useIsStaff } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { WRITE_INVOICE } from "../permissions";
import { type Invoice, invoices } from "./api";
import { type StatusOf, useInvoiceStatuses, useStatusNames } from "./useInvoiceWords";
import { goesBack, isDraft, type StatusValues, toStatusInput, toStatusValues } from "./values";

const { AreaField, SelectField, useValue } = fieldsOf<StatusValues>();

/** Asks why, once a status would go back. */
function Reason({ before }: { before: Invoice }) {
  const { t } = useTranslation("invoices");
  const after = {
    companyStatus: useValue("companyStatus"),
    customerStatus: useValue("customerStatus"),
    bankStatus: useValue("bankStatus"),
  };
  if (!goesBack(before, after)) return null;
  return (
    <AreaField
      name="reason"
      label={t("statuses.reason")}
      description={t("statuses.reasonText")}
      maxLength={500}
      required
    />
  );
}

function useOptions(isDraft: boolean): Record<StatusOf, { value: string; label: string }[]> {
  const { company, customer, bank } = useInvoiceStatuses();
  const { 0: draft, ...issued } = company;
  const options = (of: typeof company) => Object.entries(of).map(([value, { label }]) => ({ value, label }));
  // What was issued never is a draft again.
  return {
    company: options(isDraft ? company : issued),
    customer: options(customer),
    bank: options(bank),
  };
}

/** Where an invoice is with those who send it, those who receive it, and their banks. */
export function StatusForm({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation("invoices");
  const isStaff = useIsStaff();
  const isEditable = useCan()(WRITE_INVOICE) && isStaff;
  const names = useStatusNames();
  const options = useOptions(isDraft(invoice));
  const disabled = !isEditable || isDraft(invoice);
  return (
    <EditForm
      record={invoice}
      toValues={toStatusValues}
      save={(read, values) => invoices.save(read, toStatusInput(read, values))}
      kept={toStatusValues}
      done={() => t("statuses.done")}
      failure={t("statuses.failed")}
      onReload={() => invoices.read(invoice.id)}
    >
      {(_, read) => (
        <Section title={t("section.statuses")}>
          <Stack gap={12}>
            {isDraft(invoice) && isStaff && <Quiet>{t("statuses.draft")}</Quiet>}
            <SelectField
              name="companyStatus"
              label={names.company}
              options={options.company}
              disabled={disabled}
            />
            <SelectField
              name="customerStatus"
              label={names.customer}
              options={options.customer}
              disabled={disabled}
            />
            <SelectField name="bankStatus" label={names.bank} options={options.bank} disabled={disabled} />
            <Reason before={read} />
          </Stack>
        </Section>
      )}
    </EditForm>
  );
}
