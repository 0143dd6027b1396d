//! HTTP integrations: the provider's webhooks, with a body made from a template.

use super::{Account, Answer, Outcome, Trigger, body};
use crate::clock;
use crate::error::ApiError;
use crate::paging::Item;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use simulator_kit::Delivery;
use std::collections::BTreeMap;

/// Somebody who wants to be told.
#[derive(Clone, Debug)]
pub struct Integration {
    id: u64,
    /// What it is called.
    pub name: String,
    kind: String,
    description: String,
    /// None for other types than `http`.
    pub http: Option<Http>,
    created: DateTime<Utc>,
    deactivated: Option<DateTime<Utc>>,
}

/// Where to and what.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Http {
    /// Where to.
    pub url: String,
    #[serde(default = "post")]
    method: String,
    #[serde(default)]
    headers: BTreeMap<String, String>,
    #[serde(default = "json_type")]
    request_content_type: String,
    #[serde(default = "json_type")]
    response_content_type: String,
    /// The body's template: an object of templates, or `{{context}}`.
    form: Value,
    triggers: BTreeMap<String, bool>,
}

fn post() -> String {
    "POST".into()
}

fn json_type() -> String {
    "application/json".into()
}

/// What may be asked for; others are refused.
const TRIGGERS: [&str; 5] = [
    "ticket-created",
    "ticket-updated",
    "ticket-message-created",
    "ticket-self-unsnoozed",
    "ticket-message-failed",
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Input {
    name: String,
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    description: String,
    http: Option<Http>,
    /// Null makes it active again.
    #[serde(default)]
    deactivated_datetime: Option<String>,
}

impl Item for Integration {
    fn id(&self) -> u64 {
        self.id
    }

    fn time(&self, field: &str) -> Option<DateTime<Utc>> {
        (field == "created_datetime" || field.is_empty()).then_some(self.created)
    }
}

impl Integration {
    fn take(&mut self, input: Input, now: DateTime<Utc>) -> Result<(), ApiError> {
        if input.kind == "http" && input.http.is_none() {
            return Err(ApiError::invalid("http", "Missing data."));
        }
        if let Some(http) = &input.http {
            if !http.url.starts_with("http") {
                return Err(ApiError::invalid("http.url", "Not a valid URL."));
            }
            if let Some(unknown) = http
                .triggers
                .keys()
                .find(|name| !TRIGGERS.contains(&name.as_str()))
            {
                return Err(ApiError::invalid(unknown, "Unknown field."));
            }
        }
        self.name = input.name;
        self.kind = input.kind;
        self.description = input.description;
        self.http = input.http;
        self.deactivated = input.deactivated_datetime.map(|_| now);
        Ok(())
    }

    pub(super) fn show(&self) -> Value {
        json!({
            "id": self.id, "name": self.name, "type": self.kind, "description": self.description,
            "http": self.http, "uri": format!("/api/integrations/{}/", self.id),
            "created_datetime": clock::text(self.created),
            "deactivated_datetime": self.deactivated.map(clock::text), "deleted_datetime": null,
        })
    }
}

impl Account {
    pub(super) fn create_integration(&mut self, bytes: &[u8], now: DateTime<Utc>) -> Answer {
        let id = self.id();
        let mut integration = Integration {
            id,
            name: String::new(),
            kind: String::new(),
            description: String::new(),
            http: None,
            created: now,
            deactivated: None,
        };
        integration.take(body(bytes)?, now)?;
        let body = integration.show();
        self.integrations.insert(id, integration);
        Ok(Outcome {
            status: 201,
            ..Outcome::ok(body)
        })
    }

    pub(super) fn update_integration(
        &mut self,
        id: u64,
        bytes: &[u8],
        now: DateTime<Utc>,
    ) -> Answer {
        let integration = self
            .integrations
            .get_mut(&id)
            .ok_or_else(|| ApiError::not_found("Integration"))?;
        integration.take(body(bytes)?, now)?;
        Ok(Outcome::ok(integration.show()))
    }

    pub(super) fn delete_integration(&mut self, id: u64) -> Answer {
        let gone = self.integrations.remove(&id);
        gone.ok_or_else(|| ApiError::not_found("Integration"))?;
        Ok(Outcome {
            status: 204,
            ..Outcome::ok(Value::Null)
        })
    }

    /// Switches all integrations off, as the provider does with those that keep failing.
    pub fn deactivate_integrations(&mut self, now: DateTime<Utc>) {
        for integration in self.integrations.values_mut() {
            integration.deactivated = Some(now);
        }
    }

    /// What is to be sent because of this.
    pub fn deliveries(&self, trigger: Trigger, ticket: u64) -> Vec<Delivery> {
        let Some(ticket) = self.tickets.get(&ticket) else {
            return Vec::new();
        };
        let context = json!({ "ticket": self.show_ticket(ticket, true) });
        let wanted = self
            .integrations
            .values()
            .filter(|integration| integration.deactivated.is_none())
            .filter_map(|integration| integration.http.as_ref())
            .filter(|http| http.triggers.get(trigger.name()) == Some(&true));
        wanted
            .map(|http| Delivery {
                url: http.url.clone(),
                headers: http.headers.clone(),
                body: fill(&http.form, &context).to_string(),
            })
            .collect()
    }
}

/// The template with its `{{paths}}` replaced; texts stay texts, as the provider's do.
fn fill(template: &Value, context: &Value) -> Value {
    match template {
        Value::String(text) if text == "{{context}}" => context.clone(),
        Value::String(text) => Value::String(fill_text(text, context)),
        Value::Object(fields) => fields
            .iter()
            .map(|(name, value)| (name.clone(), fill(value, context)))
            .collect(),
        Value::Array(items) => items.iter().map(|item| fill(item, context)).collect(),
        other => other.clone(),
    }
}

fn fill_text(text: &str, context: &Value) -> String {
    let mut filled = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{{") {
        let Some((path, behind)) = after.split_once("}}") else {
            break;
        };
        let pointer = format!("/{}", path.trim().replace('.', "/"));
        let value = match context.pointer(&pointer) {
            None | Some(Value::Null) => String::new(),
            Some(Value::String(text)) => text.clone(),
            Some(other) => other.to_string(),
        };
        filled += before;
        filled += &value;
        rest = behind;
    }
    filled + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_are_filled_from_the_ticket() {
        let context = json!({ "ticket": { "id": 7, "status": "open", "assignee_user": null } });
        let form = json!({ "id": "{{ticket.id}}", "who": "{{ ticket.assignee_user.email }}", "n": 1,
            "text": "{{ticket.id}} is {{ticket.status}}!" });
        let expected = json!({ "id": "7", "who": "", "n": 1, "text": "7 is open!" });
        assert_eq!(fill(&form, &context), expected);
        assert_eq!(fill(&json!("{{context}}"), &context), context);
    }
}
