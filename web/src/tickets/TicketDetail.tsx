import { Columns, Notes, RecordPage, Section } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { FeesOf } from "../finance/fees/FeesOf";
import { PluginActions } from "../plugins/PluginActions";
import { tickets } from "./api";
import { Conversation } from "./Conversation";
import { ticketPaths } from "./paths";
import { TicketCharges, TicketFacts } from "./TicketFacts";
import { TicketHistory } from "./TicketHistory";
import { TicketStatus } from "./TicketStatus";

/** One ticket: its conversation, who is concerned, what it costs. */
export default function TicketDetail() {
  const { t } = useTranslation("tickets");
  const area = useArea();
  return (
    <RecordPage
      of={[ticketPaths.detail.useIds().ticketId]}
      useRecord={tickets.useOne}
      breadcrumbs={[{ label: t("list.title"), to: ticketPaths.list(area) }]}
      title={({ subject, providerId }) => subject || t("detail.title", { id: providerId })}
      mark={(ticket) => <TicketStatus status={ticket.status} providerStatus={ticket.providerStatus} />}
      actions={(ticket) => <PluginActions entity="ticket" record={ticket} />}
    >
      {(ticket) => (
        <Columns
          main={
            <>
              <Section title={t("detail.conversation")}>
                <Conversation ticketId={ticket.id} />
              </Section>
              <Notes relationId={ticket.id} />
              <TicketHistory ticketId={ticket.id} />
            </>
          }
          side={
            <>
              <Section title={t("detail.ticket")}>
                <TicketFacts ticket={ticket} />
              </Section>
              <Section title={t("detail.charges")}>
                <TicketCharges ticket={ticket} />
              </Section>
              <FeesOf causeId={ticket.id} />
            </>
          }
        />
      )}
    </RecordPage>
  );
}
