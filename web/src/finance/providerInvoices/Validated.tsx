import {
  Chart,
  Figure,
  Money,
  Quiet,
  Section,
  SimpleTable,
  Stack,
  Stat,
  Tiles,
  useFormats,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { isZero } from "../invoices/values";
import type { ProviderInvoice } from "./api";
import { useLinesDialog } from "./LinesDialog";
import { Margin } from "./Margin";
import { ShippingControl } from "./Parcels";
import { SummaryTable } from "./SummaryTable";
import { byService, byStore, debitAndCredit, type Group, sumOf, totalOf } from "./values";

/** What each service comes to, over all stores. */
function Services({ groups }: { groups: Group[] }) {
  const { t } = useTranslation("providerInvoices");
  const rows = groups.map(({ key, lines }) => ({ service: key, ...sumOf(lines) }));
  return (
    <Section title={t("validated.services")}>
      <SimpleTable
        caption={t("validated.services")}
        rows={rows}
        rowKey={({ service }) => service}
        columns={[
          { id: "service", header: t("field.service"), cell: ({ service }) => service },
          {
            id: "quantity",
            header: t("field.lineCount"),
            align: "right",
            cell: ({ quantity }) => <Figure value={quantity} />,
          },
          {
            id: "amount",
            header: t("field.amount"),
            align: "right",
            cell: ({ amount }) => <Money amount={amount} />,
          },
          {
            id: "charged",
            header: t("field.amountCharged"),
            align: "right",
            cell: ({ charged }) => <Money amount={charged} />,
          },
          {
            id: "paid",
            header: t("field.amountPaidByCustomer"),
            align: "right",
            cell: ({ paid }) => <Money amount={paid} />,
          },
          {
            id: "margin",
            header: t("field.margin"),
            align: "right",
            cell: ({ margin }) => <Margin amount={margin} />,
          },
        ]}
      />
    </Section>
  );
}

interface ServiceSums {
  service: string;
  debit: string;
  credit: string;
}

/** What stores are charged by service, or what they are credited. */
function Amounts({ of, rows }: { of: "debit" | "credit"; rows: ServiceSums[] }) {
  const { t } = useTranslation("providerInvoices");
  const { money } = useFormats();
  const title = of === "debit" ? t("validated.debit") : t("validated.credit");
  const shown = rows.filter((row) => !isZero(row[of]));
  if (shown.length === 0)
    return <Quiet>{of === "debit" ? t("validated.noDebit") : t("validated.noCredit")}</Quiet>;
  return (
    <Chart<ServiceSums>
      title={title}
      kind="bar"
      rows={shown}
      x={{ label: t("field.service"), value: ({ service }) => service }}
      series={[{ id: of, label: t("field.amountCharged"), value: (row) => row[of] }]}
      unit="€"
      format={(value) => money(String(value))}
    />
  );
}

/** An invoice whose fees are there: by store, by service, and what stores owe and get. */
export function Validated({ invoice }: { invoice: ProviderInvoice }) {
  const { t } = useTranslation("providerInvoices");
  const { show, dialog } = useLinesDialog(invoice.id);
  const { amount, amountCharged, amountPaidByCustomer, margin } = invoice;
  const services = byService(invoice.lines);
  const sums = services.map(({ key, lines }) => ({ service: key, ...debitAndCredit(lines) }));
  return (
    <>
      <Tiles minWidth={200}>
        <Stat label={t("field.amount")} value={<Money amount={amount} />} />
        <Stat label={t("field.amountCharged")} value={<Money amount={amountCharged ?? "0"} />} />
        <Stat
          label={t("field.amountPaidByCustomer")}
          value={<Money amount={amountPaidByCustomer ?? "0"} />}
        />
        <Stat label={t("field.margin")} value={<Margin amount={margin ?? "0"} />} />
      </Tiles>
      <Section title={t("validated.stores")}>
        <Stack>
          {byStore(invoice.lines).map((group) => (
            <SummaryTable key={group.key} group={group} onShow={show} />
          ))}
        </Stack>
      </Section>
      <Services groups={services} />
      {totalOf(invoice, "SHIPPING_FEE_CONTROL") > 0 && (
        <Section title={t("step.SHIPPING_FEE_CONTROL")}>
          <ShippingControl invoice={invoice} />
        </Section>
      )}
      <Section title={t("validated.amounts")}>
        <Stack>
          <Amounts of="debit" rows={sums} />
          <Amounts of="credit" rows={sums} />
        </Stack>
      </Section>
      {dialog}
    </>
  );
}
