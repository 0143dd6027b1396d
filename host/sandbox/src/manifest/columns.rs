//! `[[columns]]`: what the portal's lists and pages show of a record beyond its own fields.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Entity, Text, entity};

/// The longest name of a value.
const KEY: usize = 60;
/// The most columns that a plugin adds to the records of one kind.
pub(super) const COLUMNS: usize = 12;

/// One `[[columns]]`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PluginColumn {
    /// What it is shown of.
    pub entity: Entity,
    /// The value's name in the record's `extra`. The host keeps what is named here, and nothing else of it.
    pub key: String,
    /// What it is called, in both languages.
    pub label: Text,
    #[serde(default)]
    pub kind: ColumnKind,
    /// What single values are called: `{ urgent = { en = "Urgent", fr = "Urgente" } }`. Others are shown as they are.
    #[serde(default)]
    pub values: BTreeMap<String, Text>,
    /// Whether lists show it before a person chose their columns.
    #[serde(default)]
    pub shown: bool,
    /// The embedder's name of the permission that one needs to see it; without one it is the staff's.
    pub permission: Option<String>,
}

/// How a value is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ColumnKind {
    #[default]
    Text,
    /// A decimal number with a dot.
    Number,
    /// RFC 3339, or a day: `2026-11-20`.
    Date,
    /// A word of a few: a state, a sort.
    Badge,
}

impl PluginColumn {
    /// What is wrong with it, and at which key.
    pub(super) fn problem(&self) -> Option<(&'static str, String)> {
        if self.key.trim().is_empty() || self.key.len() > KEY {
            return Some(("key", format!("a name of 1 to {KEY} bytes")));
        }
        if self.values.values().any(Text::is_empty) {
            return Some(("values", "must not be empty".into()));
        }
        entity::problem(&self.label, self.permission.as_deref())
    }
}
