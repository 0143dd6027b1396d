//! What a connector is.

use std::collections::BTreeMap;

use secrecy::SecretString;
use serde_json::Value;
use uuid::Uuid;

/// What a connected provider does for the store (specification, document 1, section 3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    Shop,
    Fulfillment,
    Support,
}

impl Role {
    pub const fn as_str(self) -> &'static str {
        match self {
            Role::Shop => "shop",
            Role::Fulfillment => "fulfillment",
            Role::Support => "support",
        }
    }
}

/// A connection in use.
#[derive(Debug, Clone)]
pub struct Connector {
    pub id: Uuid,
    pub store_id: Uuid,
    pub store_name: String,
    /// The plugin's id.
    pub plugin: String,
    /// Without the secrets.
    pub settings: Value,
    /// Where the next pull of orders goes on; none before the first.
    pub orders_cursor: Option<String>,
}

impl Connector {
    /// As the plugin is told of it.
    pub fn for_plugin(&self) -> comptoir_sandbox::Connector {
        comptoir_sandbox::Connector {
            id: self.id,
            settings: self.settings.clone(),
        }
    }
}

/// A connection to be made.
#[derive(Debug)]
pub struct NewConnector {
    pub store: Uuid,
    pub role: Role,
    pub plugin: String,
    pub settings: Value,
    /// By the name of their field in the plugin's settings schema.
    pub secrets: BTreeMap<String, SecretString>,
}
