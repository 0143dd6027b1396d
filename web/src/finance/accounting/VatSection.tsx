import {
  EditForm,
  FormSection,
  fieldsOf,
  Quiet,
  renamed,
  SimpleTable,
  StatusBadge,
  useCan,
  useFormats,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useVatNames } from "../company/useVatNames";
import { WRITE_INVOICE } from "../permissions";
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

interface CodeProps {
  /** Its place in the form. */
  at: number;
  mapping: VatMapping;
  books: Books | undefined;
}

/** What the service calls a code: one of those that it knows, where it tells them. */
function CodeField({ at, mapping: { code, serviceCode: present }, books }: CodeProps) {
  const { percent } = useFormats();
  const label = useVatNames()[code] ?? code;
  const field = { name: `vatCodes.${at}.serviceCode`, label, description: code } as const;
  if (!books || !knowsCodes(books))
    return <TextField {...field} maxLength={50} autoComplete="off" required />;
  const options = books.vatCodes.map(({ code, percent: rate }) => ({
    value: code,
    label: rate === null ? code : `${code} · ${percent(rate)}`,
  }));
  const isKnown = books.vatCodes.some(({ code }) => code === present);
  return (
    <SelectField {...field} options={isKnown ? options : [{ value: present, label: present }, ...options]} />
  );
}

/** Fields that are called as the portal calls the codes: two columns fit beside each other on a phone. */
function Fields({ accounting, books }: VatProps) {
  const { t } = useTranslation("accounting");
  return (
    <SimpleTable
      caption={t("vat.title")}
      rows={accounting.vatCodes.map((mapping, at) => ({ mapping, at }))}
      rowKey={({ mapping }) => mapping.code}
      columns={[
        {
          id: "serviceCode",
          header: t("vat.serviceCode"),
          cell: (row) => <CodeField {...row} books={books} />,
        },
        { id: "known", header: t("vat.books"), cell: ({ at }) => <KnownNow at={at} books={books} /> },
      ]}
    />
  );
}

function Codes({ accounting, books }: VatProps) {
  const { t } = useTranslation("accounting");
  const names = useVatNames();
  return (
    <SimpleTable
      caption={t("vat.title")}
      rows={accounting.vatCodes}
      rowKey={({ code }) => code}
      columns={[
        { id: "code", header: t("vat.code"), cell: ({ code }) => names[code] ?? code },
        { id: "serviceCode", header: t("vat.serviceCode"), cell: ({ serviceCode }) => serviceCode },
        {
          id: "known",
          header: t("vat.books"),
          cell: ({ serviceCode }) => <Known code={serviceCode} books={books} />,
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
  const about = { title: t("vat.title"), description: t("vat.text") };
  if (!isEditable)
    return (
      <FormSection {...about}>
        <Codes accounting={accounting} books={books} />
      </FormSection>
    );
  return (
    <EditForm
      record={accounting}
      toValues={toValues}
      save={save}
      kept={toValues}
      done={() => t("vat.done")}
      failure={t("vat.failed")}
    >
      {(_, read) => (
        <FormSection {...about}>
          <Fields accounting={read} books={books} />
        </FormSection>
      )}
    </EditForm>
  );
}
