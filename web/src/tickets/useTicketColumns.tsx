import { type Column, columnsOf, Money } from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { TicketRow } from "./api";
import { TicketStatus } from "./TicketStatus";

const { text, number, date } = columnsOf<TicketRow, "tickets">();

/** The columns of the list of tickets. */
export function useTicketColumns(): Column<TicketRow, "tickets">[] {
  const { t } = useTranslation("tickets");
  return useMemo(
    () => [
      text("subject", t("column.subject"), {
        of: ({ subject, providerId }) => subject || providerId,
        sortable: true,
        card: "title",
      }),
      text("store", t("column.store"), { of: ({ store }) => store.name, card: "fact" }),
      {
        id: "status",
        header: t("column.status"),
        cell: ({ status, providerStatus }) => (
          <TicketStatus status={status} providerStatus={providerStatus} />
        ),
        card: "mark",
      },
      text("customer", t("column.customer"), {
        of: ({ customerName, customerEmail }) => customerName || customerEmail,
        card: "fact",
      }),
      text("assignee", t("column.assignee")),
      number("agentMessages", t("column.messages"), { sortable: true }),
      {
        id: "invoiced",
        header: t("column.invoiced"),
        cell: ({ invoicedAmount }) => <Money amount={invoicedAmount} />,
        align: "right",
      },
      date("openedAt", t("column.opened"), { sortable: true }),
      date("closedAt", t("column.closed"), { sortable: true, card: "fact" }),
    ],
    [t],
  );
}
