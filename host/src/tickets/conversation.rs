//! A ticket's conversation: read from the desk when somebody asks, page by page; nothing of it is kept.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, Utc};
use comptoir_sandbox::{Call, support};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::model::Ticket;
use crate::access::{Role, Scope};
use crate::app::App;
use crate::http::error::{Error, Result};
use crate::plugins;
use crate::providers::partner;

/// Messages of a page.
const PAGE: u32 = 50;

/// A page of a conversation, oldest messages first.
#[derive(Debug, Serialize, ToSchema)]
pub struct Conversation {
    pub messages: Vec<TicketMessage>,
    /// The next page's `cursor`; null on the last.
    pub next: Option<String>,
}

/// What somebody wrote.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TicketMessage {
    /// The desk's id.
    pub id: String,
    pub author: String,
    /// An agent wrote it, or a rule on an agent's behalf.
    pub from_agent: bool,
    /// The consumer can read it; otherwise a note among agents, which customers do not see.
    pub public: bool,
    /// Plain text.
    pub text: String,
    /// None: the desk's time cannot be read.
    pub at: Option<DateTime<Utc>>,
}

/// Asks the desk for a page of the conversation.
///
/// # Errors
/// A cursor that is not this conversation's; the connection was ended; the desk or the way to it failed.
pub async fn read(
    app: &App,
    scope: &Scope,
    ticket: &Ticket,
    connector: Uuid,
    cursor: Option<&str>,
) -> Result<Conversation> {
    let cursor = cursor.map(|cursor| open(app, ticket, cursor)).transpose()?;
    let (connector, plugin) = partner(app, connector).await?;
    let ask = || {
        let call = Call::request(vec![connector.for_plugin()]);
        plugin.messages(call, ticket.provider_id.clone(), cursor.as_deref(), PAGE)
    };
    let page = plugins::patiently(ask)
        .await
        .map_err(|error| plugins::call_error(plugin.id(), error))?;
    let next = page.more.then(|| seal(app, ticket, &page.cursor));
    let messages = page.items.into_iter().map(TicketMessage::from);
    Ok(Conversation {
        messages: messages
            .filter(|message| message.public || scope.actor.role == Role::Admin)
            .collect(),
        next: next.transpose()?,
    })
}

impl From<support::Message> for TicketMessage {
    fn from(message: support::Message) -> Self {
        Self {
            at: DateTime::parse_from_rfc3339(&message.at)
                .ok()
                .map(|at| at.to_utc()),
            id: message.id,
            author: message.author,
            from_agent: message.from_agent,
            public: message.public,
            text: message.text,
        }
    }
}

/// The plugin's cursor, sealed for this ticket: callers can only give back what they got.
fn seal(app: &App, ticket: &Ticket, cursor: &str) -> Result<String> {
    let sealed = app.keys.seal(ticket.id.as_bytes(), cursor.as_bytes())?;
    Ok(URL_SAFE_NO_PAD.encode(sealed))
}

fn open(app: &App, ticket: &Ticket, text: &str) -> Result<String> {
    let sealed = URL_SAFE_NO_PAD.decode(text).ok();
    let plain = sealed.and_then(|sealed| app.keys.open(ticket.id.as_bytes(), &sealed).ok());
    plain
        .and_then(|plain| String::from_utf8(plain).ok())
        .ok_or_else(|| Error::bad_cursor("cursor", "cursor"))
}
