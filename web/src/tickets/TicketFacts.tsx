import {
  CopyId,
  cursorOf,
  DateTime,
  type Fact,
  Facts,
  Figure,
  Link,
  Money,
  NONE,
  useMayOpen,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { orderPaths } from "../orders/paths";
import { usePluginFacts } from "../plugins/useContributions";
import { StoreLink } from "../stores/StoreLink";
import type { Ticket } from "./api";

/** Who asked, who answers, where. */
export function TicketFacts({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation("tickets");
  const area = useArea();
  const mayOpen = useMayOpen();
  const added = usePluginFacts("ticket", ticket.extra);
  /** The usual ones; of others the desk's own name is told. */
  const channels: Record<string, string> = {
    email: t("channel.email"),
    phone: t("channel.phone"),
    chat: t("channel.chat"),
  };
  const facts: Fact[] = [
    { label: t("column.store"), value: <StoreLink store={ticket.store} /> },
    { label: t("column.customer"), value: ticket.customerName || NONE },
    { label: t("fact.email"), value: ticket.customerEmail || NONE },
    { label: t("column.assignee"), value: ticket.assignee || NONE },
    { label: t("fact.channel"), value: channels[ticket.channel] ?? (ticket.channel || NONE) },
    { label: t("fact.tags"), value: ticket.tags.join(", ") || NONE },
    { label: t("column.opened"), value: <DateTime at={ticket.openedAt} /> },
    { label: t("column.closed"), value: <DateTime at={ticket.closedAt} /> },
    { label: t("fact.providerId"), value: <CopyId value={ticket.providerId} /> },
  ];
  // No desk says which order a ticket is about: those of who wrote are a press away.
  const list = orderPaths.list(area);
  if (ticket.customerEmail && mayOpen(list)) {
    const orders = `${list}?cursor=${cursorOf({ search: ticket.customerEmail })}`;
    facts.push({ label: t("fact.orders"), value: <Link to={orders}>{t("fact.openOrders")}</Link> });
  }
  if (ticket.url) {
    const link = (
      <Link to={ticket.url} external>
        {t("fact.open")}
      </Link>
    );
    facts.push({ label: t("fact.desk"), value: link });
  }
  return <Facts facts={[...facts, ...added]} />;
}

/** What answering it was charged, and what is still to be. */
export function TicketCharges({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation("tickets");
  return (
    <Facts
      facts={[
        { label: t("column.messages"), value: <Figure value={ticket.agentMessages} /> },
        { label: t("charge.invoicedMessages"), value: <Figure value={ticket.invoicedMessagesCount} /> },
        { label: t("charge.invoicedAmount"), value: <Money amount={ticket.invoicedAmount} /> },
        { label: t("charge.dueMessages"), value: <Figure value={ticket.dueMessages} /> },
        { label: t("charge.dueAmount"), value: <Money amount={ticket.dueAmount} /> },
      ]}
    />
  );
}
