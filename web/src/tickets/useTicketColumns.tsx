import { type Column, DateTime, Figure, Money, NONE } from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { TicketRow } from "./api";
import { TicketStatus } from "./TicketStatus";

/** The columns of the list of tickets. */
export function useTicketColumns(): Column<TicketRow, "tickets">[] {
  const { t } = useTranslation("tickets");
  return useMemo(
    () => [
      {
        id: "subject",
        header: t("column.subject"),
        cell: ({ subject, providerId }) => subject || providerId,
        sortable: true,
        card: "title",
      },
      { id: "store", header: t("column.store"), cell: ({ store }) => store.name, card: "fact" },
      {
        id: "status",
        header: t("column.status"),
        cell: ({ status, providerStatus }) => (
          <TicketStatus status={status} providerStatus={providerStatus} />
        ),
        card: "mark",
      },
      {
        id: "customer",
        header: t("column.customer"),
        cell: ({ customerName, customerEmail }) => customerName || customerEmail || NONE,
        card: "fact",
      },
      { id: "assignee", header: t("column.assignee"), cell: ({ assignee }) => assignee || NONE },
      {
        id: "agentMessages",
        header: t("column.messages"),
        cell: ({ agentMessages }) => <Figure value={agentMessages} />,
        align: "right",
        sortable: true,
      },
      {
        id: "invoiced",
        header: t("column.invoiced"),
        cell: ({ invoicedAmount }) => <Money amount={invoicedAmount} />,
        align: "right",
      },
      {
        id: "openedAt",
        header: t("column.opened"),
        cell: ({ openedAt }) => <DateTime at={openedAt} />,
        align: "right",
        sortable: true,
      },
      {
        id: "closedAt",
        header: t("column.closed"),
        cell: ({ closedAt }) => <DateTime at={closedAt} />,
        align: "right",
        sortable: true,
        card: "fact",
      },
    ],
    [t],
  );
}
