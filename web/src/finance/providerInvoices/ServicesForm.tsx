import {
  Button,
  Figure,
  Form,
  fieldsOf,
  Money,
  PercentField,
  Row,
  renamed,
  SimpleTable,
  Stack,
  toast,
  useEditForm,
} from "@comptoir/kit";
import { useEffect, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { type ProviderInvoice, patchInvoice, providerInvoices, type Service } from "./api";

/** What services are billed on with, in the order of the invoice's. */
interface ServicesValues {
  services: { isBilled: string | null; margin: string }[];
}

const { SelectField } = fieldsOf<ServicesValues>();

const BILLED = "billed";
const BORNE = "borne";

const toValues = ({ services }: ProviderInvoice): ServicesValues => ({
  services: services.map(({ isBilled, margin }) => ({
    isBilled: isBilled === null ? null : isBilled ? BILLED : BORNE,
    margin,
  })),
});

/** Those that were changed, as the API takes them, each with its place in the form. */
const toMargins = (read: ProviderInvoice, { services }: ServicesValues) =>
  read.services.flatMap(({ service, isBilled, margin }, at) => {
    const now = services[at];
    if (!now?.isBilled) return [];
    const isNow = now.isBilled === BILLED;
    const isSame = isNow === isBilled && Number(now.margin) === Number(margin);
    return isSame ? [] : [{ at, of: { service, isBilled: isNow, margin: now.margin || "0" } }];
  });

interface ServicesFormProps {
  invoice: ProviderInvoice;
  /** Sent with it: what was chosen elsewhere in the step. */
  selectedLines?: string[];
  /** Told whether something is to be saved. */
  onUnsaved: (isUnsaved: boolean) => void;
}

/** Whether stores are charged for each service, and with which margin. The provider's next invoices begin from it. */
export function ServicesForm({ invoice, selectedLines, onUnsaved }: ServicesFormProps) {
  const { t } = useTranslation("providerInvoices");
  const { form, read } = useEditForm(invoice, toValues);
  const { isDirty, isSubmitting } = form.formState;
  useEffect(() => {
    onUnsaved(isDirty);
    return () => onUnsaved(false);
  }, [isDirty, onUnsaved]);
  const rows = useMemo(() => read.services.map((service, at) => ({ ...service, at })), [read]);
  const options = [
    { value: BILLED, label: t("services.billed") },
    { value: BORNE, label: t("services.borne") },
  ];
  const save = async (values: ServicesValues) => {
    const changed = toMargins(read, values);
    if (changed.length === 0) return;
    const serviceMargin = changed.map(({ of }) => of);
    const patch = { status: read.status, serviceMargin, ...(selectedLines && { selectedLines }) };
    await patchInvoice(read, patch).catch((reason: unknown) => {
      throw renamed(reason, (field) =>
        field.replace(/^serviceMargin\[(\d+)\]/, (_, at) => `services.${changed[Number(at)]?.at}`),
      );
    });
    toast(t("services.done"));
  };
  return (
    <Form
      form={form}
      onSubmit={save}
      failure={t("services.failed")}
      onReload={() => providerInvoices.read(invoice.id)}
    >
      <Stack gap={12}>
        <SimpleTable<Service & { at: number }>
          caption={t("services.title")}
          rows={rows}
          rowKey={({ service }) => service}
          columns={[
            { id: "service", header: t("field.service"), cell: ({ service }) => service },
            {
              id: "lines",
              header: t("field.lineCount"),
              align: "right",
              cell: ({ lineCount }) => <Figure value={lineCount} />,
            },
            {
              id: "amount",
              header: t("field.amount"),
              align: "right",
              cell: ({ amount }) => <Money amount={amount} />,
            },
            {
              id: "billed",
              header: t("services.who"),
              cell: ({ at, service }) => (
                <SelectField
                  name={`services.${at}.isBilled`}
                  label={t("services.whoOf", { service })}
                  options={options}
                />
              ),
            },
            {
              id: "margin",
              header: t("services.margin"),
              cell: ({ at, service }) => (
                <PercentField
                  name={`services.${at}.margin`}
                  label={t("services.marginOf", { service })}
                  required
                />
              ),
            },
          ]}
        />
        <Row justify="end">
          <Button
            type="submit"
            busy={isSubmitting}
            disabledBecause={isDirty || isSubmitting ? undefined : t("services.nothing")}
          >
            {t("services.save")}
          </Button>
        </Row>
      </Stack>
    </Form>
  );
}
