//! `[[actions]]`: what people can have done at the provider with records of the portal.

use serde::{Deserialize, Serialize};

use super::{Entity, Text, entity};

/// One `[[actions]]`, for which the host asks the plugin by `actions.act`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Action {
    /// Lower-case letters, digits and dashes; unique in the plugin.
    pub name: String,
    /// What it is done with.
    pub entity: Entity,
    /// What it is called, in both languages: "Close in Acme".
    pub label: Text,
    /// What is asked before it is done; without it, it is done at once.
    #[serde(default)]
    pub confirm: Text,
    /// Whether it can be done with several records at once.
    #[serde(default)]
    pub bulk: bool,
    /// Whether it cannot be taken back: people are warned.
    #[serde(default)]
    pub destructive: bool,
    /// The embedder's name of the permission that one needs; without one it is the staff's.
    pub permission: Option<String>,
}

impl Action {
    /// What is wrong with it, and at which key.
    pub(super) fn problem(&self) -> Option<(&'static str, String)> {
        entity::problem(&self.label, self.permission.as_deref())
    }
}
