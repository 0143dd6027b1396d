//! Webhooks: HTTP integrations of our own name, whose events are hints to read a ticket again.

use crate::api::Desk;
use crate::listing;
use crate::tickets;
use comptoir_plugin_sdk::commerce::Changes;
use comptoir_plugin_sdk::prelude::*;
use comptoir_plugin_sdk::webhooks::{Event, Subscription};
use comptoir_plugin_sdk::{Connector, Error, ErrorKind, Host, Level, Result};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What tells ours from the account's other integrations.
pub const NAME: &str = "Comptoir";

/// What is asked for, and what is not.
const TRIGGERS: [(&str, bool); 5] = [
    ("ticket-created", true),
    ("ticket-updated", true),
    ("ticket-message-created", true),
    ("ticket-self-unsnoozed", true),
    ("ticket-message-failed", true),
];

/// An integration as far as it is read.
#[derive(Debug, Deserialize)]
pub struct Integration {
    id: u64,
    #[serde(default)]
    name: Option<String>,
    http: Option<Http>,
    deactivated_datetime: Option<String>,
    #[serde(default)]
    deleted_datetime: Option<String>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Http {
    url: String,
    #[serde(default)]
    method: String,
    #[serde(default)]
    form: Value,
    #[serde(default)]
    triggers: BTreeMap<String, bool>,
}

impl Integration {
    /// Where its events go to, if it is one of ours.
    pub fn our_address(&self) -> Option<&str> {
        let ours = self.name.as_deref() == Some(NAME) && self.deleted_datetime.is_none();
        self.http
            .as_ref()
            .filter(|_| ours)
            .map(|http| http.url.as_str())
    }

    /// The provider has not switched it off.
    pub fn is_active(&self) -> bool {
        self.deactivated_datetime.is_none()
    }
}

/// The account's integrations.
pub fn integrations(host: &impl Host, desk: &Desk) -> Result<Vec<Integration>> {
    listing::all(host, desk, "/integrations")
}

fn http_to(address: &str) -> Http {
    Http {
        url: address.into(),
        method: "POST".into(),
        form: json!({
            "ticket_id": "{{ticket.id}}",
            // Not believed, but they tell one event from the next: doubles are known by their bodies.
            "updated": "{{ticket.updated_datetime}}",
            "messages": "{{ticket.messages_count}}",
        }),
        triggers: TRIGGERS
            .iter()
            .map(|(name, wanted)| ((*name).into(), *wanted))
            .collect(),
    }
}

/// One integration to the address, active and as we want it: made, mended or left alone; doubles are removed.
pub fn register(
    host: &impl Host,
    connector: &Connector,
    address: &str,
) -> Result<Vec<Subscription>> {
    #[derive(Serialize)]
    struct Wanted {
        name: &'static str,
        r#type: &'static str,
        description: &'static str,
        http: Value,
        deactivated_datetime: Option<&'static str>,
    }
    let desk = Desk::of(connector)?;
    let http = http_to(address);
    let mut body = json!(http);
    body["request_content_type"] = "application/json".into();
    body["response_content_type"] = "application/json".into();
    let wanted = Wanted {
        name: NAME,
        r#type: "http",
        description: "Tells Comptoir of tickets that changed",
        http: body,
        deactivated_datetime: None,
    };
    let known = integrations(host, &desk)?;
    let mut ours = known
        .iter()
        .filter(|integration| integration.our_address() == Some(address));
    let id = match ours.next() {
        None => {
            #[derive(Deserialize)]
            struct Created {
                id: u64,
            }
            host.fetch::<Created>(desk.post("/integrations", &wanted)?)?
                .id
        }
        Some(first) => {
            if !first.is_active() || first.http.as_ref() != Some(&http) {
                let path = format!("/integrations/{}", first.id);
                host.answer(desk.put(&path, &wanted)?)?;
            }
            first.id
        }
    };
    for double in ours {
        remove(host, &desk, double.id)?;
    }
    let topics = TRIGGERS.iter().filter(|(_, wanted)| *wanted);
    Ok(topics
        .map(|(topic, _)| Subscription {
            id: id.to_string(),
            topic: (*topic).into(),
            address: address.into(),
        })
        .collect())
}

/// Removes our integrations to addresses that begin with this one.
pub fn purge(host: &impl Host, connector: &Connector, address: &str) -> Result<u32> {
    let desk = Desk::of(connector)?;
    let mut ended = 0;
    for integration in integrations(host, &desk)? {
        let is_ours = |to: &str| to.starts_with(address);
        if integration.our_address().is_some_and(is_ours) {
            remove(host, &desk, integration.id)?;
            ended += 1;
        }
    }
    Ok(ended)
}

/// One that is gone already is as good as removed.
fn remove(host: &impl Host, desk: &Desk, id: u64) -> Result<()> {
    match host.answer(desk.delete(&format!("/integrations/{id}"))) {
        Err(error) if error.kind != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Anybody who knows the address can send one: nothing of it is believed but that a ticket is worth a look.
pub fn handle(host: &impl Host, connector: &Connector, event: &Event) -> Result<Changes> {
    #[derive(Deserialize)]
    struct Hint {
        ticket_id: Value,
    }
    let desk = Desk::of(connector)?;
    let hint: Hint = serde_json::from_slice(&event.body)
        .map_err(|error| Error::rejected(format!("the event names no ticket: {error}")))?;
    // Templates make texts of numbers.
    let id = match &hint.ticket_id {
        Value::String(text) => text.trim().parse().ok(),
        other => other.as_u64(),
    };
    let id = id.ok_or_else(|| {
        Error::rejected(format!(
            "ticket_id: {} is not a ticket's id",
            hint.ticket_id
        ))
    })?;
    let mut changes = Changes::default();
    for ticket in tickets::read(host, &desk, &[id])? {
        match ticket {
            Ok(ticket) if ticket.tags.contains(&desk.settings.tag) => changes.tickets.push(ticket),
            // Another store's, or nobody's.
            Ok(_) => {}
            // The pull sets it aside, where people see it.
            Err(item) => {
                let fields = [("ticket", item.id.as_str()), ("why", &item.reason)];
                host.log(Level::Warn, "a ticket is not readable", &fields);
                changes.pull.push("tickets".into());
            }
        }
    }
    Ok(changes)
}
