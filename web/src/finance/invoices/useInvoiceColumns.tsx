import { type Column, columnsOf, useIsStaff, useUser } from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { InvoiceRow } from "./api";
import { Difference } from "./Difference";
import { InvoiceStatus } from "./InvoiceStatus";
import { useInvoiceKinds, useStatusNames } from "./useInvoiceWords";

const { text, copy, money, day, date } = columnsOf<InvoiceRow, "invoices">();

const euros = (amount: string) => ({ amount, currency: "EUR" });

const status = (of: "company" | "customer" | "bank", header: string): Column<InvoiceRow, "invoices"> => ({
  id: `${of}Status`,
  header,
  cell: (invoice) => <InvoiceStatus of={of} invoice={invoice} />,
  card: of === "company" ? "mark" : undefined,
});

/** Whether one sees the invoices of several organizations. */
export function useSeesSeveral() {
  const isStaff = useIsStaff();
  const { resources } = useUser();
  return isStaff || resources.filter(({ type }) => type === "ORGANIZATION").length > 1;
}

/** The columns of the list of invoices. */
export function useInvoiceColumns(): Column<InvoiceRow, "invoices">[] {
  const { t } = useTranslation(["invoices", "finance"]);
  const kinds = useInvoiceKinds();
  const names = useStatusNames();
  const seesSeveral = useSeesSeveral();
  return useMemo(() => {
    const organization = text("organization", t("field.organization"), {
      of: ({ organization }) => organization.name,
      width: 96,
      card: "fact",
    });
    return [
      copy("number", t("field.number")),
      // It repeats the store and the days: cut off first, so that the statuses are in sight.
      text("title", t("field.title"), { sortable: true, width: seesSeveral ? 120 : 216, card: "title" }),
      ...(seesSeveral ? [organization] : []),
      text("store", t("finance:field.store"), { of: ({ store }) => store.name, width: 96 }),
      money("totalAmount", t("field.totalAmount"), {
        of: ({ totalAmount }) => euros(totalAmount),
        sortable: true,
        total: true,
        card: "fact",
      }),
      status("company", names.company),
      // Who owes what is in sight on small screens too.
      status("bank", names.bank),
      status("customer", names.customer),
      {
        id: "differenceExVat",
        header: t("field.differenceExVat"),
        align: "right",
        cell: ({ differenceExVat }) => <Difference amount={differenceExVat} />,
        // What is left with taxes tells as much.
        hidden: true,
      },
      {
        id: "differenceAmount",
        header: t("field.differenceAmount"),
        align: "right",
        cell: ({ differenceAmount }) => <Difference amount={differenceAmount} />,
        card: "fact",
      },
      money("totalFees", t("field.totalFees"), {
        of: ({ totalFees }) => euros(totalFees),
        total: true,
        hidden: true,
      }),
      date("createdAt", t("finance:field.createdAt"), { sortable: true, hidden: true }),
      text("kind", t("field.kind"), { of: ({ kind }) => kinds[kind], hidden: true }),
      money("totalCommissions", t("field.totalCommissions"), {
        of: ({ totalCommissions }) => euros(totalCommissions),
        total: true,
        hidden: true,
      }),
      money("totalTaxes", t("field.totalTaxes"), {
        of: ({ totalTaxes }) => euros(totalTaxes),
        total: true,
        hidden: true,
      }),
      day("startAt", t("field.startAt"), { sortable: true, hidden: true }),
      day("endAt", t("field.endAt"), { hidden: true }),
      day("deadlineAt", t("field.deadlineAt"), { sortable: true, hidden: true }),
      day("issuedAt", t("field.issuedAt"), { hidden: true }),
    ];
  }, [t, kinds, names, seesSeveral]);
}
