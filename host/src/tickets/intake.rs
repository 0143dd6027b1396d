//! From a plugin's answer to what is kept: checked, in the portal's terms. No I/O.

use chrono::{DateTime, Utc};
use comptoir_sandbox::commerce as told;
use comptoir_sandbox::{Column, Entity};
use serde::Serialize;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::model::TicketStatus;
use crate::plugins::{self, Values};
use crate::providers::sync::intake::{bytea, clean, https, name, time};

/// Tags of one ticket that are kept.
const TAGS: usize = 100;

/// What people follow of a ticket, and its history tells.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all(serialize = "camelCase"))]
pub struct Motion {
    pub status: TicketStatus,
    pub assignee: String,
    pub agent_messages: i32,
    pub closed_at: Option<DateTime<Utc>>,
}

/// A ticket as a row of `tickets`, told by a desk.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Intake {
    pub id: Uuid,
    pub provider_id: String,
    pub subject: String,
    pub provider_status: String,
    pub customer_name: String,
    pub customer_email: String,
    pub tags: Vec<String>,
    pub channel: String,
    pub url: String,
    pub messages: i32,
    pub opened_at: DateTime<Utc>,
    pub motion: Motion,
    /// What the plugin's manifest names of the rest.
    pub extra: Values,
    pub as_of: DateTime<Utc>,
    /// SHA-256 of everything that was told but its time.
    #[serde(serialize_with = "bytea")]
    pub digest: Vec<u8>,
}

impl Intake {
    /// Takes a ticket, or says what is wrong with it.
    pub fn of(ticket: &told::Ticket, columns: &[Column]) -> Result<Self, String> {
        name("id", &ticket.id)?;
        let (status, provider_status) = status(&ticket.status);
        let closed_at = ticket.closed_at.as_deref();
        let intake = Self {
            id: Uuid::nil(),
            provider_id: ticket.id.clone(),
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
            motion: Motion {
                status,
                assignee: clean(&ticket.assignee),
                agent_messages: count("agentMessages", ticket.agent_messages)?,
                closed_at: closed_at.map(|at| time("closedAt", at)).transpose()?,
            },
            extra: plugins::kept(columns, Entity::Ticket, &ticket.extra)?,
            as_of: DateTime::UNIX_EPOCH,
            digest: Vec::new(),
        };
        let told = serde_json::to_vec(&intake).unwrap_or_default();
        Ok(Self {
            id: Uuid::now_v7(),
            as_of: time("asOf", &ticket.as_of)?,
            digest: Sha256::digest(told).to_vec(),
            ..intake
        })
    }
}

fn count(field: &str, told: u32) -> Result<i32, String> {
    i32::try_from(told).map_err(|_| format!("{field}: {told} is too many"))
}

/// Our status, and the desk's own word where we know none like it.
fn status(told: &told::TicketStatus) -> (TicketStatus, String) {
    use told::TicketStatus as Told;
    let known = match told {
        Told::Open => TicketStatus::Open,
        Told::Snoozed => TicketStatus::Snoozed,
        Told::Closed => TicketStatus::Closed,
        Told::Trashed => TicketStatus::Trashed,
        Told::Other(words) => return (TicketStatus::CodeUnspecified, clean(words)),
    };
    (known, String::new())
}
