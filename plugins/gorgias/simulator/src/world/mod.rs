//! What the provider holds: accounts with their tags, people, tickets and integrations.

mod draw;
mod integrations;
mod tickets;

pub use draw::account as draw_account;
pub use integrations::Integration;
pub use tickets::{Message, Ticket};

use crate::error::ApiError;
use crate::paging::{Item, Paging, Query};
use chrono::{DateTime, Utc};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The accounts: subdomain, e-mail of the API user, API key, and the tags of the stores that its desk serves.
pub const ACCOUNTS: [(&str, &str, &str, &[&str]); 2] = [
    (
        "aurore",
        "ops@aurore.example",
        "demo-key-aurore",
        &["aurore-records", "aurore-merch"],
    ),
    (
        "nova-wear",
        "ops@nova.example",
        "demo-key-nova",
        &["nova-wear"],
    ),
];

/// One customer of the provider's.
#[derive(Debug)]
pub struct Account {
    /// The subdomain.
    pub domain: &'static str,
    tags: BTreeMap<u64, Tag>,
    users: Vec<Person>,
    customers: BTreeMap<u64, Person>,
    /// By id.
    pub tickets: BTreeMap<u64, Ticket>,
    /// By id.
    pub integrations: BTreeMap<u64, Integration>,
    next_id: u64,
}

/// A word on tickets.
#[derive(Clone, Debug)]
pub struct Tag {
    id: u64,
    name: String,
    created: DateTime<Utc>,
}

/// An agent or a consumer.
#[derive(Clone, Debug)]
pub struct Person {
    /// The provider's id.
    pub id: u64,
    email: String,
    first_name: String,
    last_name: String,
    created: DateTime<Utc>,
}

impl Item for Tag {
    fn id(&self) -> u64 {
        self.id
    }

    fn time(&self, field: &str) -> Option<DateTime<Utc>> {
        (field == "created_datetime" || field.is_empty()).then_some(self.created)
    }
}

impl Item for Person {
    fn id(&self) -> u64 {
        self.id
    }

    fn time(&self, field: &str) -> Option<DateTime<Utc>> {
        (field == "created_datetime" || field.is_empty()).then_some(self.created)
    }
}

impl Person {
    fn show(&self) -> Value {
        json!({
            "id": self.id, "email": self.email, "firstname": self.first_name, "lastname": self.last_name,
            "name": format!("{} {}", self.first_name, self.last_name).trim(), "meta": null,
        })
    }
}

impl Tag {
    fn show(&self) -> Value {
        json!({ "id": self.id, "name": self.name, "decoration": { "color": "#4a5568" } })
    }
}

/// What a call changed, for those who asked to be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trigger {
    /// `ticket-created`.
    Created,
    /// `ticket-updated`.
    Updated,
    /// `ticket-message-created`.
    Message,
}

impl Trigger {
    /// As integrations name it.
    pub const fn name(self) -> &'static str {
        match self {
            Trigger::Created => "ticket-created",
            Trigger::Updated => "ticket-updated",
            Trigger::Message => "ticket-message-created",
        }
    }
}

/// An answer, and what it set off.
#[derive(Debug)]
pub struct Outcome {
    /// 200, 201 or 204.
    pub status: u16,
    /// Null for 204.
    pub body: Value,
    /// What happened to which ticket.
    pub triggers: Vec<(Trigger, u64)>,
}

impl Outcome {
    fn ok(body: Value) -> Self {
        Self {
            status: 200,
            body,
            triggers: Vec::new(),
        }
    }
}

type Answer = Result<Outcome, ApiError>;

fn body<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Result<T, ApiError> {
    serde_json::from_slice(bytes).map_err(|error| ApiError::invalid("body", &error.to_string()))
}

impl Account {
    fn id(&mut self) -> u64 {
        self.next_id += 1;
        self.next_id
    }

    /// All tickets as they are read one by one, their messages included: what there is to be had, whatever trouble is on.
    pub fn tickets_with_messages(&self) -> Vec<Value> {
        let tickets = self.tickets.values();
        tickets
            .map(|ticket| self.show_ticket(ticket, true))
            .collect()
    }

    fn tag_named(&mut self, name: &str, now: DateTime<Utc>) -> u64 {
        if let Some(tag) = self.tags.values().find(|tag| tag.name == name) {
            return tag.id;
        }
        let id = self.id();
        let (name, created) = (name.to_owned(), now);
        self.tags.insert(id, Tag { id, name, created });
        id
    }

    fn customer_of(&mut self, email: &str, now: DateTime<Utc>) -> u64 {
        if let Some(known) = self.customers.values().find(|known| known.email == email) {
            return known.id;
        }
        let id = self.id();
        let person = Person {
            id,
            email: email.to_owned(),
            first_name: String::new(),
            last_name: String::new(),
            created: now,
        };
        self.customers.insert(id, person);
        id
    }

    /// Answers a call below `/api`.
    pub fn call(
        &mut self,
        method: &str,
        path: &[&str],
        query: &Query,
        bytes: &[u8],
        now: DateTime<Utc>,
    ) -> Answer {
        let id = |text: &str, what: &str| text.parse().map_err(|_| ApiError::not_found(what));
        match (method, path) {
            ("GET", ["account"]) => Ok(Outcome::ok(json!({
                "domain": self.domain, "status": { "status": "active" }, "settings": [],
                "created_datetime": "2024-01-08T09:00:00+00:00",
            }))),
            ("GET", ["tickets"]) => self.list_tickets(query),
            ("POST", ["tickets"]) => self.create_ticket(bytes, now),
            ("GET", ["tickets", ticket]) => self.one_ticket(id(ticket, "Ticket")?),
            ("PUT", ["tickets", ticket]) => self.update_ticket(id(ticket, "Ticket")?, bytes, now),
            ("DELETE", ["tickets", ticket]) => self.delete_ticket(id(ticket, "Ticket")?),
            ("GET", ["tickets", ticket, "messages"]) => {
                self.list_messages(id(ticket, "Ticket")?, query)
            }
            ("POST", ["tickets", ticket, "messages"]) => {
                self.add_message(id(ticket, "Ticket")?, bytes, now)
            }
            ("POST", ["tickets", ticket, "tags"]) => {
                self.tag_ticket(id(ticket, "Ticket")?, bytes, now, true)
            }
            ("DELETE", ["tickets", ticket, "tags"]) => {
                self.tag_ticket(id(ticket, "Ticket")?, bytes, now, false)
            }
            ("GET", ["tags"]) => {
                let items = self.tags.values().collect();
                let page = Paging::of(query, &[])?.page("/api/tags", items, Tag::show)?;
                Ok(Outcome::ok(page))
            }
            ("GET", ["users"]) => {
                let items = self.users.iter().collect();
                let page = Paging::of(query, &[])?.page("/api/users", items, Person::show)?;
                Ok(Outcome::ok(page))
            }
            ("GET", ["customers"]) => self.list_customers(query),
            ("POST", ["customers"]) => self.create_customer(bytes, now),
            ("GET", ["integrations"]) => {
                let items = self.integrations.values().collect();
                let paging = Paging::of(query, &["type"])?;
                let page = paging.page("/api/integrations", items, Integration::show)?;
                Ok(Outcome::ok(page))
            }
            ("POST", ["integrations"]) => self.create_integration(bytes, now),
            ("PUT", ["integrations", integration]) => {
                self.update_integration(id(integration, "Integration")?, bytes, now)
            }
            ("DELETE", ["integrations", integration]) => {
                self.delete_integration(id(integration, "Integration")?)
            }
            _ => Err(ApiError::not_found("The requested URL")),
        }
    }

    fn list_customers(&self, query: &Query) -> Answer {
        let paging = Paging::of(query, &["email"])?;
        let email = query.get("email");
        let items = self
            .customers
            .values()
            .filter(|person| email.is_none_or(|email| person.email == *email))
            .collect();
        paging
            .page("/api/customers", items, Person::show)
            .map(Outcome::ok)
    }

    fn create_customer(&mut self, bytes: &[u8], now: DateTime<Utc>) -> Answer {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct New {
            email: String,
            #[serde(default)]
            firstname: String,
            #[serde(default)]
            lastname: String,
        }
        let new: New = body(bytes)?;
        if !new.email.contains('@') {
            return Err(ApiError::invalid("email", "Not a valid email address."));
        }
        if self
            .customers
            .values()
            .any(|known| known.email == new.email)
        {
            let message = "A customer with this email exists already.";
            return Err(ApiError::new(axum::http::StatusCode::CONFLICT, message));
        }
        let id = self.id();
        let person = Person {
            id,
            email: new.email,
            first_name: new.firstname,
            last_name: new.lastname,
            created: now,
        };
        let body = person.show();
        self.customers.insert(id, person);
        Ok(Outcome {
            status: 201,
            ..Outcome::ok(body)
        })
    }
}
