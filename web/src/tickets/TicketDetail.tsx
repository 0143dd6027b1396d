import { Columns, ErrorView, Page, PageSkeleton, Section } from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { useArea } from "../app/area";
import { Notes } from "../history/Notes";
import { PluginActions } from "../plugins/PluginActions";
import { useTicket } from "./api";
import { Conversation } from "./Conversation";
import { ticketPaths } from "./paths";
import { TicketCharges, TicketFacts } from "./TicketFacts";
import { TicketHistory } from "./TicketHistory";
import { TicketStatus } from "./TicketStatus";

/** One ticket: its conversation, who is concerned, what it costs. */
export default function TicketDetail() {
  const { t } = useTranslation("tickets");
  const area = useArea();
  const { ticketId = "" } = useParams();
  const { data: ticket, error, mutate } = useTicket(ticketId);
  const list = t("list.title");
  const breadcrumbs = useMemo(() => [{ label: list, to: ticketPaths.list(area) }], [list, area]);
  if (error) return <ErrorView error={error} retry={() => void mutate()} level={1} />;
  if (!ticket) return <PageSkeleton />;
  return (
    <Page
      title={ticket.subject || t("detail.title", { id: ticket.providerId })}
      mark={<TicketStatus status={ticket.status} providerStatus={ticket.providerStatus} />}
      actions={<PluginActions entity="ticket" record={ticket} />}
      breadcrumbs={breadcrumbs}
      width="text"
    >
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
          </>
        }
      />
    </Page>
  );
}
