//! The list of tickets.

use comptoir_sandbox::Entity;

use super::model::{Ticket, TicketStatus};
use crate::list::exports::{Cell, Column as Heading, Exported};
use crate::list::{Column, Direction, Filters, List, Owner, Type, yes_or_no};
use crate::plugins::Extra;
use crate::words;
use crate::words::language::Language;

/// The columns of [`Ticket`].
pub const ROWS: &str = "select t.id, t.provider, t.provider_id, t.store_id, s.name as store_name, t.subject, t.status,
        t.provider_status, t.customer_name, t.customer_email, t.assignee, t.tags, t.channel, t.url, t.agent_messages,
        t.messages, t.invoiced_messages_count, t.invoiced_amount, t.opened_at, t.closed_at, t.updated_at, s.ticket_cost,
        extra_of(t.provider, t.extra) as extra
    from tickets t join stores s on s.id = t.store_id";

/// Whether there is anything to charge (F6).
const TO_INVOICE: &str = "(case when status = 'CLOSED' and agent_messages > invoiced_messages_count then 'yes' else 'no' end)";

/// Every sort has an index, and another below the store (see the migration).
pub static TICKETS: List<Ticket> = List::new(
    "tickets",
    ROWS,
    Owner::Store("store_id"),
    &[
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
        Column::new("storeId", "store_id", Type::Uuid).filtered(Filters::OneOf),
        Column::new("toInvoice", TO_INVOICE, Type::Choice(yes_or_no)).filtered(Filters::OneOf),
    ],
    ("openedAt", Direction::Desc),
)
.searches("search");

impl Exported for Ticket {
    const COLUMNS: &'static [Heading] = &[
        Heading {
            french: "Objet",
            english: "Subject",
        },
        Heading {
            french: "Boutique",
            english: "Store",
        },
        Heading {
            french: "Statut",
            english: "Status",
        },
        Heading {
            french: "Client",
            english: "Customer",
        },
        Heading {
            french: "E-mail",
            english: "E-mail",
        },
        Heading {
            french: "Attribué à",
            english: "Assignee",
        },
        Heading {
            french: "Messages d’agents",
            english: "Agent messages",
        },
        Heading {
            french: "Messages facturés",
            english: "Invoiced messages",
        },
        Heading {
            french: "Montant facturé",
            english: "Invoiced amount",
        },
        Heading {
            french: "Ouvert le",
            english: "Opened",
        },
        Heading {
            french: "Clos le",
            english: "Closed",
        },
        Heading {
            french: "N° chez le fournisseur",
            english: "Provider’s id",
        },
    ];

    const ENTITY: Option<Entity> = Some(Entity::Ticket);

    fn extra(&self) -> Option<&Extra> {
        Some(&self.extra)
    }

    fn cells(&self, language: Language) -> Vec<Cell> {
        vec![
            Cell::text(&self.subject),
            Cell::text(&self.store.name),
            Cell::text(words::ticket_status(self.status.as_str(), language)),
            Cell::text(&self.customer_name),
            Cell::text(&self.customer_email),
            Cell::text(&self.assignee),
            Cell::Count(self.agent_messages.into()),
            Cell::Count(self.invoiced_messages_count.into()),
            Cell::Number(self.invoiced_amount),
            Cell::Time(Some(self.opened_at)),
            Cell::Time(self.closed_at),
            Cell::text(&self.provider_id),
        ]
    }
}
