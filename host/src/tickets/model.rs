//! What a ticket is: its statuses, what of it is shown.

use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::charge::{Answered, Charge, charge};
use crate::plugins::Extra;
use crate::records::audit::HistoryEntry;
use crate::stores::{StoreName, TicketBasis};
use crate::words::codes::codes;

codes! {
    /// Where a ticket stands.
    TicketStatus schema(rename_all = "SCREAMING_SNAKE_CASE") {
        Open = "OPEN",
        /// Closed for now; it opens again by itself.
        Snoozed = "SNOOZED",
        Closed = "CLOSED",
        /// Thrown away or spam: not counted, not charged.
        Trashed = "TRASHED",
        /// The desk's status is none of these; its own words are kept beside it.
        CodeUnspecified = "CODE_UNSPECIFIED",
    }
}

/// A ticket as its list shows it. Amounts are in euros without VAT.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TicketRow)]
pub struct Ticket {
    pub id: Uuid,
    /// The plugin that it came through.
    pub provider: String,
    /// The desk's id.
    pub provider_id: String,
    #[sqlx(flatten)]
    pub store: StoreName,
    pub subject: String,
    pub status: TicketStatus,
    /// The desk's own word, where the portal knows no status like it; else empty.
    pub provider_status: String,
    pub customer_name: String,
    pub customer_email: String,
    /// Who works on it; empty when nobody.
    pub assignee: String,
    pub tags: Vec<String>,
    pub channel: String,
    /// Where a person reads it; empty when unknown.
    pub url: String,
    /// Messages that the consumer can read and an agent wrote: what is charged.
    pub agent_messages: i32,
    /// All of them, notes included.
    pub messages: i32,
    /// Agent messages that were charged.
    pub invoiced_messages_count: i32,
    pub invoiced_amount: Decimal,
    pub opened_at: DateTime<Utc>,
    pub closed_at: Option<DateTime<Utc>>,
    pub updated_at: DateTime<Utc>,
    /// What plugins' columns show of it.
    #[sqlx(json)]
    pub extra: Extra,
    /// What answering costs the store, and by what.
    #[serde(skip)]
    pub ticket_cost: Decimal,
    #[serde(skip)]
    pub ticket_basis: TicketBasis,
}

impl Ticket {
    /// What is to be charged of it now.
    pub fn due(&self) -> Charge {
        let answered = Answered {
            status: self.status,
            agent_messages: self.agent_messages,
            invoiced_messages_count: self.invoiced_messages_count,
        };
        charge(answered, self.ticket_cost, self.ticket_basis)
    }
}

/// A ticket with everything that is kept of it. Its conversation is read from the desk.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Ticket)]
pub struct TicketDetail {
    #[serde(flatten)]
    pub ticket: Ticket,
    /// Messages that are to be charged: those by agents in a closed ticket that were not.
    pub due_messages: i32,
    /// What they cost, in euros without VAT.
    pub due_amount: Decimal,
    /// The latest changes, newest first. Told to admins only.
    pub history: Vec<HistoryEntry>,
}
