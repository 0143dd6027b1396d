import {
  addDecimals,
  confirm,
  Disclosure,
  type FieldError,
  Form,
  FormAlert,
  fieldsOf,
  Money,
  Quiet,
  Stack,
  Stat,
  Tiles,
  toast,
  useEditForm,
  useFormats,
} from "@comptoir/kit";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { type ProviderInvoice, patchInvoice, providerInvoices, type SummaryLine } from "./api";
import { useLinesDialog } from "./LinesDialog";
import { Margin } from "./Margin";
import { ServicesForm } from "./ServicesForm";
import { SummaryTable } from "./SummaryTable";
import { atSumsFields, byStore, mayBecomeFee, refusedSums, sumOf } from "./values";

interface LabelValues {
  label: string;
}

const { TextField } = fieldsOf<LabelValues>();

/** The form that validates, which the wizard's button sends. */
export const SUMMARY_FORM = "provider-invoice-summary";

const toLabel = ({ label }: ProviderInvoice): LabelValues => ({ label });

/** Which lines become fees: as they are, but for those that somebody changed here. */
export interface Selection {
  changed: ReadonlyMap<string, boolean>;
  set: (id: string, isSelected: boolean) => void;
}

/** Whether a line is selected. */
export const isChosen = ({ changed }: Selection, { id, isSelected }: SummaryLine) =>
  changed.get(id) ?? isSelected;

/** The selected lines, as the API takes them. */
export const chosenOf = (selection: Selection, { lines }: ProviderInvoice) =>
  lines.filter((line) => isChosen(selection, line)).map(({ id }) => id);

/** The fees that validating creates, in a sentence. */
export function useFeesText(): (invoice: ProviderInvoice, selection: Selection) => string {
  const { t } = useTranslation("providerInvoices");
  const { money, number } = useFormats();
  return (invoice, selection) => {
    const lines = invoice.lines.filter((line) => mayBecomeFee(line) && isChosen(selection, line));
    return t("summary.fees", {
      count: lines.length,
      number: number(lines.length),
      amount: money(addDecimals(lines.map(({ amountCharged }) => amountCharged))),
    });
  };
}

interface LabelFormProps {
  invoice: ProviderInvoice;
  selection: Selection;
  /** Told what is wrong with the sums. */
  onRefused: (sums: FieldError[]) => void;
  /** Told whether another label was typed. */
  onRenamed: (isRenamed: boolean) => void;
}

/** Fees are described by the label; sending it validates. */
function LabelForm({ invoice, selection, onRefused, onRenamed }: LabelFormProps) {
  const { t } = useTranslation("providerInvoices");
  const { form, read } = useEditForm(invoice, toLabel);
  const feesText = useFeesText();
  const { isDirty } = form.formState;
  useEffect(() => {
    onRenamed(isDirty);
    return () => onRenamed(false);
  }, [isDirty, onRenamed]);
  const validate = async ({ label }: LabelValues) => {
    const question = {
      title: t("validate.title"),
      text: t("validate.text", { fees: feesText(invoice, selection) }),
      confirm: t("validate.action"),
    };
    if (!(await confirm(question))) return;
    const patch = { status: read.status, to: "VALIDATED" as const, label };
    try {
      await patchInvoice(read, { ...patch, selectedLines: chosenOf(selection, read) });
    } catch (reason) {
      onRefused(refusedSums(reason));
      throw atSumsFields(reason);
    }
    toast(t("validate.done"));
  };
  return (
    <Form
      id={SUMMARY_FORM}
      form={form}
      onSubmit={validate}
      failure={t("validate.failed")}
      onReload={() => providerInvoices.read(invoice.id)}
    >
      <TextField
        name="label"
        label={t("field.label")}
        description={t("summary.labelText")}
        maxLength={255}
        required
      />
      <FormAlert name="rejectedAmount" title={t("validate.failed")} />
      <FormAlert name="statedAmount" title={t("validate.failed")} />
    </Form>
  );
}

interface SummaryStepProps extends LabelFormProps {
  /** Told whether something is to be saved. */
  onUnsaved: (isUnsaved: boolean) => void;
}

/** What the invoice comes to by store and service, and which of it becomes fees. */
export function SummaryStep({ onUnsaved, ...props }: SummaryStepProps) {
  const { invoice, selection } = props;
  const { t } = useTranslation("providerInvoices");
  const { show, dialog } = useLinesDialog(invoice.id);
  const feesText = useFeesText();
  const { services, lines } = invoice;
  const { amount, charged, paid, margin } = sumOf(lines, (line) => isChosen(selection, line));
  return (
    <Stack>
      <LabelForm {...props} />
      {services.length > 0 && (
        <Disclosure label={t("services.title")} hint={t("services.count", { count: services.length })}>
          <ServicesForm
            invoice={invoice}
            selectedLines={chosenOf(selection, invoice)}
            onUnsaved={onUnsaved}
          />
        </Disclosure>
      )}
      <Quiet>{t("summary.text")}</Quiet>
      {byStore(lines).map((group) => (
        <SummaryTable
          key={group.key}
          group={group}
          selection={{ has: (line) => isChosen(selection, line), set: selection.set }}
          onShow={show}
        />
      ))}
      <Tiles minWidth={200}>
        <Stat label={t("field.amount")} value={<Money amount={amount} />} />
        <Stat label={t("field.amountCharged")} value={<Money amount={charged} />} />
        <Stat label={t("field.amountPaidByCustomer")} value={<Money amount={paid} />} />
        <Stat label={t("field.margin")} value={<Margin amount={margin} />} />
      </Tiles>
      <strong>{feesText(invoice, selection)}</strong>
      {dialog}
    </Stack>
  );
}
