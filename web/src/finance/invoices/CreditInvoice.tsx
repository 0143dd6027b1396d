import {
  ApiError,
  Button,
  ChoiceField,
  Dialog,
  DialogBar,
  Form,
  fieldsOf,
  MoneyField,
  renamed,
  Stack,
  toast,
  useForm,
  useFormats,
} from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useArea } from "../../app/area";
import { creditInvoice, type Invoice } from "./api";
import { invoicePaths } from "./paths";
import {
  atFormLine,
  type CreditValues,
  chosenOf,
  newCredit,
  type OpenLine,
  openLines,
  rangeOf,
  toCredit,
} from "./values";

const { CheckboxField, FormAlert, SwitchField, TextField, useValue } = fieldsOf<CreditValues>();

/** A line that may be taken back, whole or in part. */
function Line({ line: { label, left }, at }: { line: OpenLine; at: number }) {
  const { t } = useTranslation("invoices");
  const { money } = useFormats();
  const isChosen = useValue(`lines.${at}.isChosen`);
  return (
    <Stack gap={8}>
      <CheckboxField
        name={`lines.${at}.isChosen`}
        label={label}
        description={t("credit.left", { amount: money(left) })}
      />
      {isChosen && (
        <MoneyField
          name={`lines.${at}.amount`}
          label={t("credit.amount", { label })}
          {...rangeOf(left)}
          required
        />
      )}
    </Stack>
  );
}

function Lines({ lines }: { lines: OpenLine[] }) {
  const { t } = useTranslation("invoices");
  if (useValue("what") !== "lines") return null;
  return (
    <Stack gap={12}>
      {lines.map((line, at) => (
        <Line key={line.id} line={line} at={at} />
      ))}
      <FormAlert name="lines" title={t("credit.failed")} />
    </Stack>
  );
}

/** What the API says of the lines that were sent, told where the form has them. */
function atFormLines(reason: unknown, values: CreditValues): unknown {
  const chosen = chosenOf(values);
  return renamed(reason, (field) => atFormLine(field, chosen));
}

function CreditForm({
  invoice,
  lines,
  onClose,
}: {
  invoice: Invoice;
  lines: OpenLine[];
  onClose: () => void;
}) {
  const { t } = useTranslation("invoices");
  const area = useArea();
  const navigate = useNavigate();
  const form = useForm<CreditValues>({ defaultValues: newCredit(lines) });
  const send = async (values: CreditValues) => {
    if (values.what === "lines" && chosenOf(values).length === 0) {
      const payload = [{ field: "lines", code: "required", message: t("credit.noLine") }];
      throw new ApiError(400, { name: "BadRequestSchemaException", payload });
    }
    try {
      const { id, number } = await creditInvoice(invoice.id, toCredit(lines, values));
      toast(t("credit.done", { number }));
      onClose();
      await navigate(invoicePaths.detail(area, id));
    } catch (reason) {
      throw atFormLines(reason, values);
    }
  };
  return (
    <Form form={form} onSubmit={send} failure={t("credit.failed")}>
      <Stack>
        <p>{t("credit.text")}</p>
        <ChoiceField
          name="what"
          label={t("credit.what")}
          choices={[
            { value: "whole", label: t("credit.whole") },
            { value: "lines", label: t("credit.lines") },
          ]}
        />
        <Lines lines={lines} />
        <TextField
          name="reason"
          label={t("credit.reason")}
          description={t("credit.reasonText")}
          maxLength={255}
        />
        <SwitchField name="freeFees" label={t("credit.freeFees")} description={t("credit.freeFeesText")} />
        <DialogBar label={t("credit.confirm")} onClose={onClose} />
      </Stack>
    </Form>
  );
}

/** Takes an issued invoice back, as long as something of it is left. */
export function CreditInvoice({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation("invoices");
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const lines = openLines(invoice);
  return (
    <>
      <Button
        icon="returned"
        disabledBecause={lines.length === 0 ? t("credit.nothing") : undefined}
        onClick={() => setOpen(true)}
      >
        {t("credit.action")}
      </Button>
      <Dialog title={t("credit.title", { number: invoice.number })} open={isOpen} onClose={close} wide>
        <CreditForm invoice={invoice} lines={lines} onClose={close} />
      </Dialog>
    </>
  );
}
