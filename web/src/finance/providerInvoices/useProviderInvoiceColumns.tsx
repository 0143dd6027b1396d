import {
  type Column,
  columnsOf,
  NONE,
  Quiet,
  Stack,
  useActorName,
  useFormats,
  usePluginName,
} from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { ProviderInvoiceRow } from "./api";
import { Margin } from "./Margin";
import { ProviderInvoiceStatus } from "./ProviderInvoiceStatus";

const { text, money, number, date } = columnsOf<ProviderInvoiceRow, "providerInvoices">();

const euros = (amount: string | null) => (amount === null ? null : { amount, currency: "EUR" });

/** Why a file could not be read, below how far it is; where lines are in the way, its page tells them. */
function Status({ invoice }: { invoice: ProviderInvoiceRow }) {
  return (
    <Stack gap={0}>
      <span>
        <ProviderInvoiceStatus invoice={invoice} />
      </span>
      {invoice.problem && invoice.rejectedCount === 0 && <Quiet>{invoice.problem}</Quiet>}
    </Stack>
  );
}

/** The columns of the list of providers' invoices. */
export function useProviderInvoiceColumns(): Column<ProviderInvoiceRow, "providerInvoices">[] {
  const { t } = useTranslation(["providerInvoices", "finance"]);
  const format = useFormats();
  const nameOf = usePluginName();
  const actorName = useActorName();
  return useMemo(
    () => [
      text("label", t("field.label"), { sortable: true, card: "title" }),
      text("provider", t("field.provider"), { of: ({ provider }) => nameOf(provider), card: "fact" }),
      {
        id: "startAt",
        header: t("field.period"),
        sortable: true,
        cell: ({ startAt, endAt }) => t("field.span", { from: format.date(startAt), to: format.date(endAt) }),
      },
      {
        id: "status",
        header: t("field.status"),
        cell: (invoice) => <Status invoice={invoice} />,
        card: "mark",
      },
      money("amount", t("field.amount"), { of: ({ amount }) => euros(amount), total: true, card: "fact" }),
      money("amountCharged", t("field.amountCharged"), {
        of: ({ amountCharged }) => euros(amountCharged),
        total: true,
      }),
      money("amountPaidByCustomer", t("field.amountPaidByCustomer"), {
        of: ({ amountPaidByCustomer }) => euros(amountPaidByCustomer),
        hidden: true,
      }),
      {
        id: "margin",
        header: t("field.margin"),
        align: "right",
        cell: ({ margin }) => (margin === null ? NONE : <Margin amount={margin} />),
        card: "fact",
      },
      number("lineCount", t("field.lineCount"), { hidden: true }),
      text("fileName", t("field.fileName"), { hidden: true }),
      text("author", t("finance:field.author"), { of: ({ author }) => actorName(author), hidden: true }),
      date("createdAt", t("finance:field.createdAt"), { sortable: true }),
    ],
    [t, format, nameOf, actorName],
  );
}
