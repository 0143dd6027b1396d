//! The list of tickets.

use comptoir_sandbox::Entity;

use super::model::{Ticket, TicketStatus};
use crate::list::exports::{self, amount, count, text, time, word};
use crate::list::{Column, Declaration, Direction, Filters, List, Owner, Type, yes_or_no};
use crate::words;

/// The columns of [`Ticket`].
pub const ROWS: &str = "select t.id, t.provider, t.provider_id, t.store_id, s.name as store_name, t.subject, t.status,
        t.provider_status, t.customer_name, t.customer_email, t.assignee, t.tags, t.channel, t.url, t.agent_messages,
        t.messages, t.invoiced_messages_count, t.invoiced_amount, t.opened_at, t.closed_at, t.updated_at, s.ticket_cost,
        s.ticket_basis,
        extra_of(t.provider, t.extra) as extra
    from tickets t join stores s on s.id = t.store_id";

/// Whether there is anything to charge (F6).
const TO_INVOICE: &str = "(case when status = 'CLOSED' and agent_messages > invoiced_messages_count then 'yes' else 'no' end)";

/// Every sort has an index, and another below the store (see the migration).
pub static TICKETS: List<Ticket> = List::new(Declaration {
    name: "tickets",
    summary: "The tickets of the stores that the caller may see. Searches the desk's id, subject, customer and assignee. To invoice: \
        closed with agent messages that were not charged.",
    table: "tickets",
    rows: ROWS,
    owner: Owner::Store("store_id"),
    search: Some("search"),
    columns: &[
        Column::new("openedAt", "opened_at", Type::Time)
            .sortable()
            .filtered(Filters::Between)
            .indexed_below(&["store_id"]),
        Column::new("closedAt", "closed_at", Type::Time)
            .sortable()
            .nullable()
            .filtered(Filters::Between)
            .indexed_below(&["store_id"]),
        Column::new("subject", "subject", Type::Text)
            .sortable()
            .indexed_below(&["store_id"]),
        Column::new("agentMessages", "agent_messages", Type::Integer)
            .sortable()
            .indexed_below(&["store_id"]),
        Column::new("status", "status", Type::Choice(TicketStatus::codes)).filtered(Filters::OneOf),
        Column::new("providerStatus", "provider_status", Type::Text).filtered(Filters::OneOf),
        Column::new("storeId", "store_id", Type::Uuid).filtered(Filters::OneOf),
        Column::new("toInvoice", TO_INVOICE, Type::Choice(yes_or_no)).filtered(Filters::OneOf),
    ],
    sort: ("openedAt", Direction::Desc),
    ..Declaration::DEFAULT
})
.disclosing(Entity::Ticket, |ticket: &mut Ticket| &mut ticket.extra)
.exported(EXPORT);

const EXPORT: &[exports::ExportColumn<Ticket>] = &[
    text("Objet", "Subject", |ticket| &ticket.subject),
    text("Boutique", "Store", |ticket| &ticket.store.name),
    word("Statut", "Status", |ticket, language| {
        words::ticket_status(ticket.status.as_str(), language)
    }),
    text("Client", "Customer", |ticket| &ticket.customer_name),
    text("E-mail", "E-mail", |ticket| &ticket.customer_email),
    text("Attribué à", "Assignee", |ticket| &ticket.assignee),
    count("Messages d’agents", "Agent messages", |ticket| {
        Some(ticket.agent_messages.into())
    }),
    count("Messages facturés", "Invoiced messages", |ticket| {
        Some(ticket.invoiced_messages_count.into())
    }),
    amount("Montant facturé", "Invoiced amount", |ticket| {
        ticket.invoiced_amount
    }),
    time("Ouvert le", "Opened", |ticket| Some(ticket.opened_at)),
    time("Clos le", "Closed", |ticket| ticket.closed_at),
    text("N° chez le fournisseur", "Provider’s id", |ticket| {
        &ticket.provider_id
    }),
    text(
        "Statut chez le prestataire",
        "Provider’s status",
        |ticket| &ticket.provider_status,
    ),
];
