//! What a connector is.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use regex::Regex;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;
use uuid::Uuid;
use validator::Validate;

use crate::http::error::{Error, Issue, Result};

/// What a connected provider does for the store (specification, document 1, section 3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "lowercase")]
#[sqlx(type_name = "text", rename_all = "lowercase")]
pub enum ConnectorRole {
    Shop,
    Fulfillment,
    Support,
}

impl ConnectorRole {
    pub const fn as_str(self) -> &'static str {
        match self {
            ConnectorRole::Shop => "shop",
            ConnectorRole::Fulfillment => "fulfillment",
            ConnectorRole::Support => "support",
        }
    }

    /// Whether a plugin that plays these parts can take this role. The contract with plugins spells it the British way.
    pub fn is_played_by(self, plugin: &BTreeSet<comptoir_sandbox::PluginRole>) -> bool {
        match self {
            ConnectorRole::Fulfillment => {
                plugin.contains(&comptoir_sandbox::PluginRole::Fulfilment)
            }
            ConnectorRole::Shop => plugin.contains(&comptoir_sandbox::PluginRole::Shop),
            ConnectorRole::Support => plugin.contains(&comptoir_sandbox::PluginRole::Support),
        }
    }
}

/// A connection as its store's page shows it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Connector)]
pub struct ConnectorBody {
    pub id: Uuid,
    /// `shop`, `fulfillment`, `support`
    pub role: String,
    /// The plugin's id.
    #[serde(rename = "type")]
    pub kind: String,
    /// Its settings; secrets are never shown.
    #[schema(value_type = Object)]
    pub data: Value,
    /// The names of the secrets that are kept for it.
    pub secrets: Vec<String>,
    /// When something of it was last pulled to the end.
    pub synchronized_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    /// Where its provider sends events, to be entered there when the plugin cannot register it; null: it sends none.
    pub webhook_address: Option<String>,
    pub webhooks: ConnectorWebhooks,
}

/// What is known of the events that a connection's provider sends.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConnectorWebhooks {
    /// When the provider was asked for them; null: it was not, or is told their address by hand.
    pub registered_at: Option<DateTime<Utc>>,
    /// In the provider's words.
    pub topics: Vec<String>,
    /// When the newest event of the last months came.
    pub last_event_at: Option<DateTime<Utc>>,
    /// How many events could not be read and wait for a person; 1,000 at most.
    pub failed: i64,
}

/// Whose a connection is, for the screens of plugins, which know it by its id only.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConnectorStore {
    pub id: Uuid,
    pub store_id: Uuid,
    pub store_name: String,
}

/// A store where another record names it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, sqlx::FromRow, ToSchema)]
pub struct StoreName {
    #[sqlx(rename = "store_id")]
    pub id: Uuid,
    #[sqlx(rename = "store_name")]
    pub name: String,
}

/// A plugin that stores can be connected to.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ConnectorType {
    /// The plugin's id.
    #[serde(rename = "type")]
    pub kind: String,
    pub name: String,
    pub roles: Vec<ConnectorRole>,
    /// JSON Schema of `data`, with words for people: `x-labels`, `x-descriptions`, `x-order`; secrets are `writeOnly`. Of
    /// what is pasted, the group of `x-reduce` is meant.
    #[schema(value_type = Object)]
    pub settings: Value,
    /// Address of its picture; null: it brings none.
    pub logo: Option<String>,
}

/// A connection to be made.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ConnectorInput {
    pub role: ConnectorRole,
    /// The plugin's id.
    #[serde(rename = "type")]
    #[validate(length(min = 1, max = 60))]
    pub kind: String,
    /// As its type's settings ask for, secrets included.
    #[schema(value_type = Object)]
    pub data: Map<String, Value>,
}

/// Secrets to be replaced.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ConnectorSecrets)]
pub struct SecretsInput {
    /// By their fields of the connector type's settings; null removes one. Those that are not named stay.
    #[schema(value_type = Object)]
    pub data: Map<String, Value>,
}

impl ConnectorInput {
    /// As [`split`] does.
    ///
    /// # Errors
    /// [`Error::Invalid`]
    pub fn split(&self, schema: &Value, secrets: &BTreeSet<&str>) -> Result<Split> {
        split(&self.kind, &self.data, schema, secrets)
    }
}

/// What is meant by what was pasted: the group of the setting's `x-reduce`, a pattern of the text in small letters. A text
/// that it does not fit is left to the schema.
fn reduced(property: &Value, typed: &Value) -> Option<Value> {
    let pattern = Regex::new(property.get("x-reduce")?.as_str()?).ok()?;
    let text = typed.as_str()?.trim().to_lowercase();
    Some(pattern.captures(&text)?.get(1)?.as_str().into())
}

/// Separates the secrets of what a plugin's settings ask for from what may be shown. Empty texts count as absent, as forms
/// send them; of a pasted address what is meant is kept.
///
/// # Errors
/// [`Error::Invalid`] where the data do not fit the schema, or a text is longer than 255 characters.
pub fn split(
    plugin: &str,
    data: &Map<String, Value>,
    schema: &Value,
    secrets: &BTreeSet<&str>,
) -> Result<Split> {
    let meant = |name: &String, value: &Value| reduced(&schema["properties"][name], value);
    let data: Map<String, Value> = data
        .iter()
        .filter(|(_, value)| value.as_str() != Some("") && !value.is_null())
        .map(|(name, value)| {
            (
                name.clone(),
                meant(name, value).unwrap_or_else(|| value.clone()),
            )
        })
        .collect();
    let mut issues: Vec<Issue> = data
        .iter()
        .filter(|(_, value)| {
            value
                .as_str()
                .is_some_and(|text| text.chars().count() > 255)
        })
        .map(|(name, _)| Issue::new(format!("data.{name}"), "max"))
        .collect();
    let whole = Value::Object(data.clone());
    let rules = jsonschema::validator_for(schema)
        .map_err(|error| anyhow::anyhow!("settings schema of {plugin}: {error}"))?;
    issues.extend(
        rules
            .iter_errors(&whole)
            .map(|error| Issue::of_schema("data", &error)),
    );
    Error::refuse(issues)?;
    let (secret, open): (Map<_, _>, Map<_, _>) = data
        .into_iter()
        .partition(|(name, _)| secrets.contains(name.as_str()));
    let text = |value: Value| match value {
        Value::String(text) => text.into(),
        other => other.to_string().into(),
    };
    Ok(Split {
        settings: Value::Object(open),
        secrets: secret
            .into_iter()
            .map(|(name, value)| (name, text(value)))
            .collect(),
    })
}

/// Settings and secrets of a connection to be made.
#[derive(Debug)]
pub struct Split {
    pub settings: Value,
    pub secrets: BTreeMap<String, SecretString>,
}

/// A connection in use.
#[derive(Debug, Clone)]
pub struct Connector {
    pub id: Uuid,
    pub store_id: Uuid,
    pub store_name: String,
    /// Whose load it is: an organization's of the store, of several the same one each time.
    pub owner_id: Uuid,
    pub role: ConnectorRole,
    /// The plugin's id.
    pub plugin: String,
    /// Without the secrets.
    pub settings: Value,
    /// Whether the store has a connection to a fulfilment provider, this one or another.
    pub store_is_fulfilled: bool,
}

impl Connector {
    /// As the plugin is told of it.
    pub fn for_plugin(&self) -> comptoir_sandbox::Connector {
        comptoir_sandbox::Connector {
            id: self.id,
            owner: self.owner_id,
            settings: self.settings.clone(),
        }
    }
}

/// A connection to be made.
#[derive(Debug)]
pub struct NewConnector {
    pub store: Uuid,
    pub role: ConnectorRole,
    pub plugin: String,
    pub settings: Value,
    /// By the name of their field in the plugin's settings schema.
    pub secrets: BTreeMap<String, SecretString>,
}

/// The settings that name the account at the provider, by the schema's `x-account`: one is connected to one store only.
pub fn account_fields(schema: &Value) -> Vec<&str> {
    let properties = schema["properties"].as_object();
    let marked = properties.into_iter().flatten();
    let marked = marked.filter(|(_, property)| property["x-account"] == true);
    marked.map(|(name, _)| name.as_str()).collect()
}

/// Which account these settings name; none where they name none, and so any number of stores may share it.
pub fn account_of(schema: &Value, settings: &Value) -> Option<Value> {
    let named = account_fields(schema).into_iter();
    let named = named.map(|name| Some((name.to_owned(), settings.get(name)?.clone())));
    let named: Map<String, Value> = named.collect::<Option<_>>()?;
    (!named.is_empty()).then_some(Value::Object(named))
}

#[cfg(test)]
mod tests {
    use secrecy::ExposeSecret;
    use serde_json::json;

    use super::*;

    /// Separates what somebody filled in by the form of a plugin with a secret and some settings.
    fn split(data: Value) -> Result<Split, Vec<String>> {
        let schema = json!({
            "type": "object", "additionalProperties": false, "required": ["account", "apiKey"],
            "properties": {
                "account": { "type": "string", "minLength": 3, "maxLength": 10, "pattern": "^[a-z]+$" },
                "apiKey": { "type": "string", "minLength": 8, "pattern": "^key-" },
                "port": { "type": "integer", "minimum": 1, "maximum": 65_535 },
                "since": { "type": "string", "format": "date" },
                "mode": { "enum": ["live", "test"] },
                "place": { "type": "object", "required": ["city"], "additionalProperties": false,
                    "properties": { "city": { "type": "string" } } },
            },
        });
        let Value::Object(data) = data else {
            panic!("an object");
        };
        let input = ConnectorInput {
            role: ConnectorRole::Shop,
            kind: "x".into(),
            data,
        };
        let split = input.split(&schema, &BTreeSet::from(["apiKey", "port"]));
        split.map_err(|error| match error {
            Error::Invalid(issues) => issues
                .iter()
                .map(|issue| format!("{} {}", issue.field, issue.code))
                .collect(),
            other => panic!("{other}"),
        })
    }

    #[test]
    fn secrets_are_parted_from_what_may_be_shown() {
        let Split { settings, secrets } = split(json!({
            "account": "aurore", "apiKey": "key-12345", "port": 443, "since": "", "mode": null,
            "place": { "city": "Lyon" },
        }))
        .unwrap();
        // What a form leaves empty is not there.
        assert_eq!(
            settings,
            json!({ "account": "aurore", "place": { "city": "Lyon" } })
        );
        let secrets: Vec<_> = secrets
            .iter()
            .map(|(name, secret)| (name.as_str(), secret.expose_secret()))
            .collect();
        assert_eq!(secrets, [("apiKey", "key-12345"), ("port", "443")]);
    }

    #[test]
    fn what_does_not_fit_is_told_at_its_field_and_without_the_secret() {
        let long = "x".repeat(256);
        for (field, value, issue) in [
            ("account", json!(""), "data.account required"),
            ("account", json!(null), "data.account required"),
            ("account", json!(7), "data.account type"),
            ("account", json!("ab"), "data.account min"),
            ("account", json!("abcdefghijk"), "data.account max"),
            ("account", json!("Aurore"), "data.account format"),
            ("apiKey", json!(""), "data.apiKey required"),
            ("apiKey", json!("key-1"), "data.apiKey min"),
            ("apiKey", json!("hunter2hunter2"), "data.apiKey format"),
            ("apiKey", json!(format!("key-{long}")), "data.apiKey max"),
            ("port", json!(0), "data.port min"),
            ("port", json!(65_536), "data.port max"),
            ("port", json!("443"), "data.port type"),
            ("mode", json!("dead"), "data.mode option"),
            ("place", json!({}), "data.place.city required"),
            (
                "place",
                json!({ "city": "Lyon", "zip": "1" }),
                "data.place.zip unknown",
            ),
            ("place", json!({ "city": 1 }), "data.place.city type"),
            ("other", json!("x"), "data.other unknown"),
        ] {
            let mut data = json!({ "account": "aurore", "apiKey": "key-12345" });
            data[field] = value.clone();
            let issues = split(data).unwrap_err();
            assert_eq!(issues, [issue], "{value}");
        }
        let all = split(json!({ "port": "hunter2", "mode": "hunter2" })).unwrap_err();
        assert_eq!(all.len(), 4, "{all:?}");
        assert!(!format!("{all:?}").contains("hunter2"));
    }

    #[test]
    fn of_a_pasted_address_what_is_meant_is_kept() {
        let schema = json!({
            "type": "object", "properties": { "shop": { "type": "string", "pattern": "^[a-z0-9-]+$",
                "x-reduce": "^(?:https?://)?([a-z0-9-]+)(?:[.]shop[.]example)?(?:[/?#].*)?$" } },
        });
        let keep = |typed: &str| {
            let data = Map::from_iter([("shop".to_owned(), json!(typed))]);
            let split = super::split("x", &data, &schema, &BTreeSet::new());
            split.map(|split| split.settings["shop"].clone()).ok()
        };
        for typed in [
            "aurore",
            "  Aurore ",
            "AURORE.shop.example",
            "https://aurore.shop.example",
            "https://Aurore.Shop.Example/",
            "http://aurore.shop.example/admin/orders?x=1#top",
        ] {
            assert_eq!(keep(typed), Some(json!("aurore")), "{typed}");
        }
        for typed in ["https://aurore.example/admin", "a b", "https://"] {
            assert_eq!(keep(typed), None, "{typed}");
        }
    }

    #[test]
    fn a_plugin_plays_the_roles_that_it_names() {
        use comptoir_sandbox::PluginRole as Plays;
        let roles = [
            ConnectorRole::Shop,
            ConnectorRole::Fulfillment,
            ConnectorRole::Support,
        ];
        for (plays, role) in [
            (Plays::Shop, "shop"),
            (Plays::Fulfilment, "fulfillment"),
            (Plays::Support, "support"),
        ] {
            let plugin = BTreeSet::from([plays, Plays::Webhooks]);
            let played = roles.into_iter().filter(|each| each.is_played_by(&plugin));
            assert_eq!(
                played.map(ConnectorRole::as_str).collect::<Vec<_>>(),
                [role]
            );
        }
        assert!(
            !roles
                .iter()
                .any(|role| role.is_played_by(&BTreeSet::from([Plays::Report])))
        );
    }
}
