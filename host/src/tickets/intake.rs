//! From a plugin's answer to what is kept: checked, in the portal's terms. No I/O.

use chrono::{DateTime, Utc};
use comptoir_sandbox::commerce as reported;
use comptoir_sandbox::{Entity, PluginColumn};
use serde::Serialize;

use super::model::TicketStatus;
use crate::plugins::Values;
use crate::providers::sync::intake::{clean, columns, count, https, time};
use crate::providers::sync::{Fault, Item, Row};

/// Tags of one ticket that are kept.
const TAGS: usize = 100;

/// What people follow of a ticket, and its history tells.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct History {
    pub status: TicketStatus,
    pub assignee: String,
    pub agent_messages: i32,
    pub closed_at: Option<DateTime<Utc>>,
}

/// A ticket as a row of `tickets`. The fields' names are the columns'.
#[derive(Debug, Clone, Serialize)]
pub struct Intake {
    pub subject: String,
    pub provider_status: String,
    pub customer_name: String,
    pub customer_email: String,
    pub tags: Vec<String>,
    pub channel: String,
    pub url: String,
    pub messages: i32,
    pub opened_at: DateTime<Utc>,
    pub status: TicketStatus,
    pub assignee: String,
    pub agent_messages: i32,
    pub closed_at: Option<DateTime<Utc>>,
    /// What the plugin's manifest names of the rest.
    pub extra: Values,
}

impl Intake {
    /// Takes a ticket, or says what is wrong with it.
    pub fn of(ticket: &reported::Ticket, known: &[PluginColumn]) -> Result<Item<Self>, Fault> {
        let (status, provider_status) = status(&ticket.status);
        let closed_at = ticket.closed_at.as_deref();
        let intake = Self {
            subject: clean(&ticket.subject),
            provider_status,
            customer_name: clean(&ticket.customer_name),
            customer_email: clean(&ticket.customer_email),
            tags: ticket
                .tags
                .iter()
                .take(TAGS)
                .map(|tag| clean(tag))
                .collect(),
            channel: clean(&ticket.channel),
            url: https(&ticket.url),
            messages: count("messages", ticket.messages)?,
            opened_at: time("createdAt", &ticket.created_at)?,
            status,
            assignee: clean(&ticket.assignee),
            agent_messages: count("agentMessages", ticket.agent_messages)?,
            closed_at: closed_at.map(|at| time("closedAt", at)).transpose()?,
            extra: columns(known, Entity::Ticket, &ticket.extra)?,
        };
        Item::of(&ticket.id, &ticket.as_of, intake)
    }
}

impl Row for Intake {
    type History = History;

    fn history(&self) -> History {
        History {
            status: self.status,
            assignee: self.assignee.clone(),
            agent_messages: self.agent_messages,
            closed_at: self.closed_at,
        }
    }
}

/// Our status, and the desk's own word where we know none like it.
fn status(status: &reported::TicketStatus) -> (TicketStatus, String) {
    use reported::TicketStatus as Reported;
    let known = match status {
        Reported::Open => TicketStatus::Open,
        Reported::Snoozed => TicketStatus::Snoozed,
        Reported::Closed => TicketStatus::Closed,
        Reported::Trashed => TicketStatus::Trashed,
        Reported::Other(words) => return (TicketStatus::CodeUnspecified, clean(words)),
    };
    (known, String::new())
}
