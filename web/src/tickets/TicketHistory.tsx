import { History } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useTicketStatuses } from "./TicketStatus";

/** What became of a ticket, for staff. */
export function TicketHistory({ ticketId }: { ticketId: string }) {
  const { t } = useTranslation("tickets");
  const statuses = useTicketStatuses();
  return (
    <History
      entity="ticket"
      id={ticketId}
      fields={{
        status: t("column.status"),
        assignee: t("column.assignee"),
        agentMessages: t("column.messages"),
        closedAt: t("column.closed"),
      }}
      values={(field, value) => (field === "status" ? statuses[String(value)]?.label : undefined)}
    />
  );
}
