//! Tickets and their messages.

use super::{Account, Answer, Outcome, Trigger, body};
use crate::clock;
use crate::error::ApiError;
use crate::paging::{Item, Paging, Query};
use chrono::{DateTime, Utc};
use serde::Deserialize;
use serde_json::{Value, json};

/// A consumer's request.
#[derive(Clone, Debug)]
pub struct Ticket {
    /// The provider's id.
    pub id: u64,
    pub(super) subject: String,
    pub(super) channel: String,
    pub(super) language: String,
    pub(super) customer: u64,
    pub(super) assignee: Option<u64>,
    pub(super) tags: Vec<u64>,
    pub(super) external_id: Option<String>,
    pub(super) closed: bool,
    pub(super) spam: bool,
    pub(super) created: DateTime<Utc>,
    /// When anything of it last changed.
    pub updated: DateTime<Utc>,
    pub(super) closed_at: Option<DateTime<Utc>>,
    pub(super) snoozed: Option<DateTime<Utc>>,
    pub(super) trashed: Option<DateTime<Utc>>,
    /// Oldest first.
    pub messages: Vec<Message>,
}

/// One message of a conversation.
#[derive(Clone, Debug)]
pub struct Message {
    pub(super) id: u64,
    /// An agent's, or a rule's on an agent's behalf.
    pub from_agent: bool,
    /// The consumer can read it.
    pub public: bool,
    /// Written by a rule.
    pub(super) rule: bool,
    pub(super) text: String,
    pub(super) created: DateTime<Utc>,
    /// It could not be sent.
    pub failed: bool,
    /// It was taken back.
    pub deleted: bool,
}

impl Item for Ticket {
    fn id(&self) -> u64 {
        self.id
    }

    fn time(&self, field: &str) -> Option<DateTime<Utc>> {
        match field {
            "created_datetime" | "" => Some(self.created),
            "updated_datetime" => Some(self.updated),
            _ => None,
        }
    }
}

impl Item for Message {
    fn id(&self) -> u64 {
        self.id
    }

    fn time(&self, field: &str) -> Option<DateTime<Utc>> {
        (field == "created_datetime" || field.is_empty()).then_some(self.created)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewTicket {
    #[serde(default = "api")]
    channel: String,
    #[serde(default, rename = "via")]
    _via: String,
    #[serde(default, rename = "from_agent")]
    _from_agent: bool,
    #[serde(default, rename = "status")]
    _status: String,
    #[serde(default)]
    subject: String,
    customer: Email,
    #[serde(default)]
    tags: Vec<Name>,
    #[serde(default)]
    external_id: Option<String>,
    messages: Vec<NewMessage>,
}

fn api() -> String {
    "api".into()
}

#[derive(Deserialize)]
struct Email {
    email: String,
}

#[derive(Deserialize)]
struct Name {
    name: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewMessage {
    #[serde(default = "api")]
    channel: String,
    #[serde(default, rename = "via")]
    _via: String,
    #[serde(default)]
    from_agent: bool,
    #[serde(default, rename = "sender")]
    _sender: Value,
    #[serde(default, rename = "receiver")]
    _receiver: Value,
    #[serde(default, rename = "source")]
    _source: Value,
    #[serde(default, rename = "subject")]
    _subject: String,
    body_text: String,
    #[serde(default, rename = "body_html")]
    _body_html: String,
}

/// What a PUT may change; what is left out stays.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Change {
    status: Option<String>,
    subject: Option<String>,
    spam: Option<bool>,
    /// `Some(None)`: taken away.
    #[serde(default, deserialize_with = "present")]
    snooze_datetime: Option<Option<DateTime<Utc>>>,
    #[serde(default, deserialize_with = "present")]
    trashed_datetime: Option<Option<DateTime<Utc>>>,
    #[serde(default, deserialize_with = "present")]
    assignee_user: Option<Option<ById>>,
}

#[derive(Deserialize)]
struct ById {
    id: u64,
}

fn present<'de, D: serde::Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

impl Account {
    fn ticket(&self, id: u64) -> Result<&Ticket, ApiError> {
        self.tickets
            .get(&id)
            .ok_or_else(|| ApiError::not_found("Ticket"))
    }

    /// Trashed tickets are listed only when asked for (assumed).
    pub(super) fn list_tickets(&self, query: &Query) -> Answer {
        let paging = Paging::of(query, &["customer_id", "external_id", "trashed"])?;
        let trashed = query.get("trashed").is_some_and(|value| value == "true");
        let customer = query.get("customer_id");
        let external = query.get("external_id");
        let items = self
            .tickets
            .values()
            .filter(|ticket| ticket.trashed.is_some() == trashed)
            .filter(|ticket| customer.is_none_or(|id| ticket.customer.to_string() == *id))
            .filter(|ticket| external.is_none_or(|id| ticket.external_id.as_ref() == Some(id)))
            .collect();
        paging
            .page("/api/tickets", items, |ticket| {
                self.show_ticket(ticket, false)
            })
            .map(Outcome::ok)
    }

    pub(super) fn one_ticket(&self, id: u64) -> Answer {
        Ok(Outcome::ok(self.show_ticket(self.ticket(id)?, true)))
    }

    pub(super) fn list_messages(&self, id: u64, query: &Query) -> Answer {
        let ticket = self.ticket(id)?;
        let items = ticket.messages.iter().collect();
        Paging::of(query, &[])?
            .page(&format!("/api/tickets/{id}/messages"), items, |message| {
                self.show_message(ticket, message)
            })
            .map(Outcome::ok)
    }

    pub(super) fn create_ticket(&mut self, bytes: &[u8], now: DateTime<Utc>) -> Answer {
        let new: NewTicket = body(bytes)?;
        if new.messages.is_empty() {
            return Err(ApiError::invalid("messages", "Missing data."));
        }
        let customer = self.customer_of(&new.customer.email, now);
        let tags = new
            .tags
            .iter()
            .map(|tag| self.tag_named(&tag.name, now))
            .collect();
        let messages = new
            .messages
            .into_iter()
            .map(|message| self.message(message, now))
            .collect();
        let id = self.id();
        let ticket = Ticket {
            id,
            subject: new.subject,
            channel: new.channel,
            language: "fr".into(),
            customer,
            assignee: None,
            tags,
            external_id: new.external_id,
            closed: false,
            spam: false,
            created: now,
            updated: now,
            closed_at: None,
            snoozed: None,
            trashed: None,
            messages,
        };
        let body = self.show_ticket(&ticket, true);
        self.tickets.insert(id, ticket);
        Ok(Outcome {
            status: 201,
            body,
            triggers: vec![(Trigger::Created, id)],
        })
    }

    fn message(&mut self, new: NewMessage, now: DateTime<Utc>) -> Message {
        Message {
            id: self.id(),
            from_agent: new.from_agent,
            public: new.channel != "internal-note",
            rule: false,
            text: new.body_text,
            created: now,
            failed: false,
            deleted: false,
        }
    }

    pub(super) fn update_ticket(&mut self, id: u64, bytes: &[u8], now: DateTime<Utc>) -> Answer {
        let change: Change = body(bytes)?;
        let assignee = match change.assignee_user {
            Some(Some(user)) if !self.users.iter().any(|known| known.id == user.id) => {
                return Err(ApiError::invalid("assignee_user", "Does not exist."));
            }
            other => other.map(|user| user.map(|user| user.id)),
        };
        self.ticket(id)?;
        let Some(ticket) = self.tickets.get_mut(&id) else {
            return Err(ApiError::not_found("Ticket"));
        };
        match change.status.as_deref() {
            Some("closed") => {
                ticket.closed = true;
                ticket.closed_at = Some(now);
            }
            Some("open") => {
                ticket.closed = false;
                ticket.closed_at = None;
                ticket.snoozed = None;
            }
            Some(_) => return Err(ApiError::invalid("status", "Not a valid choice.")),
            None => {}
        }
        if let Some(subject) = change.subject {
            ticket.subject = subject;
        }
        ticket.spam = change.spam.unwrap_or(ticket.spam);
        if let Some(until) = change.snooze_datetime {
            ticket.snoozed = until;
            ticket.closed = ticket.closed || until.is_some();
        }
        ticket.trashed = change.trashed_datetime.unwrap_or(ticket.trashed);
        ticket.assignee = assignee.unwrap_or(ticket.assignee);
        ticket.updated = now;
        let mut outcome = self.one_ticket(id)?;
        outcome.triggers.push((Trigger::Updated, id));
        Ok(outcome)
    }

    pub(super) fn delete_ticket(&mut self, id: u64) -> Answer {
        self.ticket(id)?;
        self.tickets.remove(&id);
        Ok(Outcome {
            status: 204,
            ..Outcome::ok(Value::Null)
        })
    }

    pub(super) fn add_message(&mut self, id: u64, bytes: &[u8], now: DateTime<Utc>) -> Answer {
        self.ticket(id)?;
        let message = self.message(body(bytes)?, now);
        let Some(ticket) = self.tickets.get_mut(&id) else {
            return Err(ApiError::not_found("Ticket"));
        };
        ticket.messages.push(message.clone());
        ticket.updated = now;
        Ok(Outcome {
            status: 201,
            body: self.show_message(self.ticket(id)?, &message),
            triggers: vec![(Trigger::Message, id)],
        })
    }

    pub(super) fn tag_ticket(
        &mut self,
        id: u64,
        bytes: &[u8],
        now: DateTime<Utc>,
        adds: bool,
    ) -> Answer {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Names {
            names: Vec<String>,
        }
        let Names { names } = body(bytes)?;
        self.ticket(id)?;
        let tags: Vec<u64> = names.iter().map(|name| self.tag_named(name, now)).collect();
        if let Some(ticket) = self.tickets.get_mut(&id) {
            ticket.tags.retain(|tag| !tags.contains(tag));
            if adds {
                ticket.tags.extend(tags);
            }
            ticket.updated = now;
        }
        let mut outcome = self.one_ticket(id)?;
        outcome.triggers.push((Trigger::Updated, id));
        Ok(outcome)
    }

    /// As a list shows it, or (`whole`) with its messages.
    pub(super) fn show_ticket(&self, ticket: &Ticket, whole: bool) -> Value {
        let person = |id: u64| self.customers.get(&id).map(super::Person::show);
        let agent = ticket
            .assignee
            .and_then(|id| self.users.iter().find(|user| user.id == id));
        let tags: Vec<Value> = ticket
            .tags
            .iter()
            .filter_map(|id| self.tags.get(id))
            .map(super::Tag::show)
            .collect();
        let received = ticket.messages.iter().rfind(|message| !message.from_agent);
        let mut shown = json!({
            "id": ticket.id, "uri": format!("/api/tickets/{}/", ticket.id),
            "external_id": ticket.external_id, "language": ticket.language,
            "status": if ticket.closed { "closed" } else { "open" }, "priority": "normal",
            "channel": ticket.channel, "via": ticket.channel, "from_agent": false, "spam": ticket.spam,
            "is_unread": !ticket.closed, "subject": ticket.subject,
            "excerpt": ticket.messages.first().map(|message| &message.text), "meta": null,
            "customer": person(ticket.customer), "assignee_user": agent.map(super::Person::show),
            "assignee_team": null, "tags": tags, "integrations": [],
            "messages_count": ticket.messages.len(),
            "created_datetime": clock::text(ticket.created), "opened_datetime": null,
            "last_received_message_datetime": received.map(|message| clock::text(message.created)),
            "last_message_datetime": ticket.messages.last().map(|message| clock::text(message.created)),
            "updated_datetime": clock::text(ticket.updated),
            "closed_datetime": ticket.closed_at.map(clock::text),
            "snooze_datetime": ticket.snoozed.map(clock::text),
            "trashed_datetime": ticket.trashed.map(clock::text),
        });
        if whole {
            let messages = ticket.messages.iter();
            shown["messages"] = messages
                .map(|message| self.show_message(ticket, message))
                .collect();
            shown["assignee_user_id"] = json!(ticket.assignee);
        }
        shown
    }

    fn show_message(&self, ticket: &Ticket, message: &Message) -> Value {
        let at = clock::text(message.created);
        let agent = ticket.assignee.and_then(|id| {
            let user = self.users.iter().find(|user| user.id == id);
            user.map(super::Person::show)
        });
        let customer = self
            .customers
            .get(&ticket.customer)
            .map(super::Person::show);
        let sender = if message.from_agent { agent } else { customer };
        json!({
            "id": message.id, "uri": format!("/api/tickets/{}/messages/{}/", ticket.id, message.id),
            "ticket_id": ticket.id, "external_id": null, "public": message.public,
            "channel": if message.public { ticket.channel.as_str() } else { "internal-note" },
            "via": if message.rule { "rule" } else { "helpdesk" }, "source": null, "sender": sender,
            "receiver": null, "rule_id": message.rule.then_some(1), "from_agent": message.from_agent,
            "subject": ticket.subject, "body_text": message.text,
            "body_html": format!("<p>{}</p>", message.text), "stripped_text": message.text,
            "attachments": [], "created_datetime": at,
            "sent_datetime": (!message.failed).then_some(&at),
            "failed_datetime": message.failed.then_some(&at),
            "deleted_datetime": message.deleted.then_some(&at),
            "last_sending_error": message.failed.then_some("mailbox full"), "is_retriable": message.failed,
        })
    }
}
