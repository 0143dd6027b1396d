import { type Column, columnsOf, Money, NONE } from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { OrganizationLink } from "../invoices/InvoiceFacts";
import { useInvoiceKinds } from "../invoices/useInvoiceWords";
import type { Entry } from "./api";
import { EntryPayment, EntryPlace, EntryStatus } from "./EntryStatus";
import { useProblemText } from "./useAccountingWords";

type EntryColumn = Column<Entry, "accountingEntries">;

const { text, money, day, date } = columnsOf<Entry, "accountingEntries">();

/** The columns of what is on its way into the books. */
export function useEntryColumns(): EntryColumn[] {
  const { t } = useTranslation("accounting");
  const kinds = useInvoiceKinds();
  const words = useProblemText();
  return useMemo(() => {
    const organization: EntryColumn = {
      id: "organization",
      header: t("entry.organization"),
      cell: (entry) => <OrganizationLink organization={entry.organization} />,
      width: 96,
    };
    const status: EntryColumn = {
      id: "status",
      header: t("entry.status"),
      cell: (entry) => <EntryStatus entry={entry} />,
      card: "mark",
    };
    const payment: EntryColumn = {
      id: "payment",
      header: t("entry.payment"),
      cell: (entry) => <EntryPayment entry={entry} />,
      card: "fact",
    };
    const remaining: EntryColumn = {
      id: "remaining",
      header: t("entry.remaining"),
      align: "right",
      cell: ({ remaining }) => (remaining === null ? NONE : <Money amount={remaining} />),
      hidden: true,
    };
    const place: EntryColumn = {
      id: "externalId",
      header: t("entry.place"),
      cell: (entry) => <EntryPlace entry={entry} />,
      width: 88,
    };
    return [
      text("number", t("entry.invoice"), { card: "title" }),
      organization,
      money("totalAmount", t("entry.totalAmount"), {
        of: ({ totalAmount }) => ({ amount: totalAmount, currency: "EUR" }),
        total: true,
        card: "fact",
      }),
      status,
      // Whether it is refused or tried again stands beside it.
      text("problem", t("entry.reason"), {
        of: ({ problem }) => problem && words(problem),
        width: 200,
        card: "fact",
      }),
      payment,
      remaining,
      date("updatedAt", t("entry.updatedAt"), { sortable: true }),
      place,
      date("bookedAt", t("entry.bookedAt"), { hidden: true }),
      day("issuedOn", t("entry.issuedOn"), { hidden: true }),
      text("kind", t("entry.kind"), { of: ({ kind }) => kinds[kind], hidden: true }),
    ];
  }, [t, kinds, words]);
}
