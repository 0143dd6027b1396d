import {
  EditForm,
  FormSection,
  fieldsOf,
  Quiet,
  SimpleTable,
  Stack,
  StatusBadge,
  useCan,
  useFormats,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useVatNames } from "../company/useVatNames";
import { WRITE_INVOICE } from "../permissions";
import { renamed } from "../providerInvoices/values";
import { type Accounting, type Books, saveVatCodes, type VatMapping } from "./api";
import { atFormCode, changedCodes, knowsCodes, toValues, type VatValues } from "./values";

const { SelectField, TextField, useValue } = fieldsOf<VatValues>();

interface VatProps {
  accounting: Accounting;
  /** What the service's books know; undefined: they could not be asked. */
  books: Books | undefined;
}

/** Whether the books know a code, and with which rate. */
function Known({ code, books }: { code: string; books: Books | undefined }) {
  const { t } = useTranslation("accounting");
  const { percent } = useFormats();
  if (!books || !knowsCodes(books)) return <Quiet>{t("vat.unasked")}</Quiet>;
  const known = books.vatCodes.find((each) => each.code === code.trim());
  if (!known) return <StatusBadge tone="critical">{t("vat.unknown")}</StatusBadge>;
  return (
    <StatusBadge tone="success">
      {known.percent === null ? t("vat.known") : t("vat.knownRate", { percent: percent(known.percent) })}
    </StatusBadge>
  );
}

function KnownNow({ at, books }: { at: number; books: Books | undefined }) {
  return <Known code={useValue(`vatCodes.${at}.serviceCode`)} books={books} />;
}

/** What the service calls a code: one of those that it knows, where it tells them. */
function CodeField({
  at,
  name,
  present,
  books,
}: {
  at: number;
  name: string;
  present: string;
  books?: Books;
}) {
  const { t } = useTranslation("accounting");
  const { percent } = useFormats();
  const field = {
    name: `vatCodes.${at}.serviceCode`,
    label: t("vat.codeOf", { name }),
    required: true,
  } as const;
  if (!books || !knowsCodes(books)) return <TextField {...field} maxLength={50} autoComplete="off" />;
  const options = books.vatCodes.map(({ code, percent: rate }) => ({
    value: code,
    label: rate === null ? code : `${code} · ${percent(rate)}`,
  }));
  const isKnown = books.vatCodes.some(({ code }) => code === present);
  return (
    <SelectField {...field} options={isKnown ? options : [{ value: present, label: present }, ...options]} />
  );
}

function Table({ accounting, books, isEditable }: VatProps & { isEditable: boolean }) {
  const { t } = useTranslation("accounting");
  const names = useVatNames();
  const nameOf = (code: string) => names[code] ?? code;
  return (
    <SimpleTable<VatMapping & { at: number }>
      caption={t("vat.title")}
      rows={accounting.vatCodes.map((mapping, at) => ({ ...mapping, at }))}
      rowKey={({ code }) => code}
      columns={[
        {
          id: "code",
          header: t("vat.code"),
          cell: ({ code }) => (
            <Stack gap={0}>
              <span>{nameOf(code)}</span>
              <Quiet>{code}</Quiet>
            </Stack>
          ),
        },
        {
          id: "serviceCode",
          header: t("vat.serviceCode"),
          cell: ({ code, serviceCode, at }) =>
            isEditable ? (
              <CodeField at={at} name={nameOf(code)} present={serviceCode} books={books} />
            ) : (
              serviceCode
            ),
        },
        {
          id: "known",
          header: t("vat.books"),
          cell: ({ serviceCode, at }) =>
            isEditable ? <KnownNow at={at} books={books} /> : <Known code={serviceCode} books={books} />,
        },
      ]}
    />
  );
}

/** Sends what was changed alone, and has what is wrong with it told where the form has it. */
async function save(read: Accounting, values: VatValues): Promise<Accounting> {
  const changed = changedCodes(read, values);
  if (changed.length === 0) return read;
  try {
    return await saveVatCodes(changed.map(({ of }) => of));
  } catch (reason) {
    throw renamed(reason, (field) => atFormCode(field, changed));
  }
}

/** What the service calls the portal's codes of VAT, beside what its books know. */
export function VatSection({ accounting, books }: VatProps) {
  const { t } = useTranslation("accounting");
  const isEditable = useCan()(WRITE_INVOICE);
  const section = (read: Accounting) => (
    <FormSection title={t("vat.title")} description={t("vat.text")}>
      <Table accounting={read} books={books} isEditable={isEditable} />
    </FormSection>
  );
  if (!isEditable) return section(accounting);
  return (
    <EditForm
      record={accounting}
      toValues={toValues}
      save={save}
      kept={toValues}
      done={() => t("vat.done")}
      failure={t("vat.failed")}
    >
      {(_, read) => section(read)}
    </EditForm>
  );
}
