import {
  Banner,
  Button,
  Disclosure,
  Facts,
  type FieldError,
  Figure,
  Form,
  FormGrid,
  Money,
  MoneyField,
  NONE,
  Quiet,
  Row,
  Section,
  SimpleTable,
  Stack,
  toast,
  useEditForm,
  useFormats,
} from "@comptoir/kit";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { isZero } from "../invoices/values";
import { type ProviderInvoice, patchInvoice, providerInvoices } from "./api";
import { differenceOf, type SumsValues, toSums } from "./values";

/** Euros, as much as sales may be to the server. */
const MOST = 100_000_000;

interface RejectedProps {
  invoice: Pick<ProviderInvoice, "rejected" | "rejectedCount">;
}

/** What could not be read, by line and column. */
export function RejectedTable({ invoice: { rejected, rejectedCount } }: RejectedProps) {
  const { t } = useTranslation("providerInvoices");
  return (
    <Stack gap={8}>
      <SimpleTable
        caption={t("sums.rejectedTitle")}
        rows={rejected}
        rowKey={({ line, column, heading }) => `${line} ${column} ${heading}`}
        columns={[
          {
            id: "heading",
            header: t("sums.heading"),
            cell: ({ heading }) => heading || t("sums.wholeLine"),
          },
          {
            id: "line",
            header: t("sums.line"),
            align: "right",
            cell: ({ line }) => <Figure value={line} />,
          },
          {
            id: "column",
            header: t("sums.column"),
            align: "right",
            cell: ({ column }) => (column === null ? NONE : <Figure value={column} />),
          },
          { id: "reason", header: t("sums.reason"), cell: ({ reason }) => reason },
        ]}
      />
      {rejectedCount > rejected.length && <Quiet>{t("sums.firstRejected")}</Quiet>}
    </Stack>
  );
}

function Rejected({ invoice }: RejectedProps) {
  const { t } = useTranslation("providerInvoices");
  const { number } = useFormats();
  const count = invoice.rejectedCount;
  return (
    <Disclosure
      label={t("sums.rejectedTitle")}
      hint={t("sums.rejectedLines", { count, number: number(count) })}
    >
      <RejectedTable invoice={invoice} />
    </Disclosure>
  );
}

interface SumsProps {
  invoice: ProviderInvoice;
  /** Why the summary was refused; each refusal is another. */
  refused: FieldError[];
  /** Told whether something is to be saved. */
  onUnsaved: (isUnsaved: boolean) => void;
}

function SumsForm({ invoice, refused, onUnsaved }: SumsProps) {
  const { t } = useTranslation("providerInvoices");
  const { form, read } = useEditForm(invoice, toSums);
  const { isDirty, isSubmitting } = form.formState;
  useEffect(() => {
    onUnsaved(isDirty);
    return () => onUnsaved(false);
  }, [isDirty, onUnsaved]);
  useEffect(() => {
    const names = refused.map(({ field }) => field as keyof SumsValues);
    for (const [at, name] of names.entries()) form.setError(name, { message: refused[at]?.message });
    if (names[0]) form.setFocus(names[0]);
  }, [refused, form]);
  const save = async ({ rejectedAmount, statedAmount }: SumsValues) => {
    await patchInvoice(read, { rejectedAmount: rejectedAmount || null, statedAmount: statedAmount || null });
    toast(t("sums.done"));
  };
  return (
    <Form
      form={form}
      onSubmit={save}
      failure={t("sums.failed")}
      onReload={() => providerInvoices.read(invoice.id)}
    >
      <Stack gap={12}>
        <FormGrid>
          <MoneyField
            name="rejectedAmount"
            label={t("field.rejectedAmount")}
            description={t("sums.rejectedText")}
            min={-MOST}
            max={MOST}
            required={invoice.rejectedCount > 0}
          />
          <MoneyField
            name="statedAmount"
            label={t("field.statedAmount")}
            description={t("sums.statedText")}
            min={-MOST}
            max={MOST}
          />
        </FormGrid>
        <Row justify="end">
          <Button
            type="submit"
            busy={isSubmitting}
            disabledBecause={isDirty || isSubmitting ? undefined : t("sums.nothing")}
          >
            {t("sums.save")}
          </Button>
        </Row>
      </Stack>
    </Form>
  );
}

/** What was taken of the file, what was rejected, and whether both come to what the provider states. */
export function Sums(props: SumsProps) {
  const { t } = useTranslation("providerInvoices");
  const { money } = useFormats();
  const { invoice } = props;
  const { lineCount, rejectedCount, amount, rejectedAmount } = invoice;
  const difference = differenceOf(invoice);
  return (
    <Section title={t("sums.title")}>
      <Stack>
        <Facts
          facts={[
            { label: t("sums.taken"), value: <Figure value={lineCount} /> },
            { label: t("sums.rejected"), value: <Figure value={rejectedCount} /> },
            { label: t("field.amount"), value: <Money amount={amount} /> },
            {
              label: t("sums.difference"),
              value: difference === null ? NONE : <Money amount={difference} />,
            },
          ]}
        />
        {rejectedCount > 0 && <Rejected invoice={invoice} />}
        {rejectedCount > 0 && rejectedAmount === null && <Banner tone="warning" title={t("sums.missing")} />}
        {difference !== null && !isZero(difference) && (
          <Banner tone="critical" title={t("sums.disagree", { amount: money(difference) })}>
            {t("sums.disagreeText")}
          </Banner>
        )}
        <SumsForm {...props} />
      </Stack>
    </Section>
  );
}
