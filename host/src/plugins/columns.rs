//! What the portal keeps and shows of a record beyond its own fields, as the manifests of plugins name it.

use std::collections::{BTreeMap, HashSet};

use comptoir_sandbox::{Entity, PluginColumn};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::Plugins;
use super::routes::Words;
use crate::access::{Role, Scope};
use crate::words::language::Language;

/// The longest value, in characters.
const LONGEST: usize = 2_000;

/// What one plugin told of a record, by the key of the column.
pub type Values = BTreeMap<String, String>;

/// What plugins told of a record, by plugin and by the key of the column. As it is read from a row it is closed: neither
/// its JSON nor [`Extra::value`] says anything of it before [`Plugins::disclose`] has chosen what the caller may see, so
/// that an answer which forgets to ask shows too little, never too much.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Extra {
    stored: BTreeMap<String, Values>,
    disclosed: BTreeMap<String, Values>,
}

impl Serialize for Extra {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.disclosed.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Extra {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self {
            stored: BTreeMap::deserialize(deserializer)?,
            disclosed: BTreeMap::new(),
        })
    }
}

impl PartialSchema for Extra {
    fn schema() -> RefOr<Schema> {
        BTreeMap::<String, Values>::schema()
    }
}

impl ToSchema for Extra {}

impl Extra {
    /// What a plugin told under a key, where it is disclosed; empty: nothing.
    pub fn value(&self, plugin: &str, key: &str) -> &str {
        let values = self.disclosed.get(plugin);
        values
            .and_then(|values| values.get(key))
            .map_or("", String::as_str)
    }
}

/// A column's value that is longer than is kept.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("longer than {LONGEST}")]
pub struct TooLong {
    pub key: String,
}

/// What is kept of a told record: the values that the manifest names as columns of its kind, without the NUL that
/// PostgreSQL refuses. Or what is wrong with one.
pub fn accepted_columns(
    columns: &[PluginColumn],
    entity: Entity,
    extra: &[(String, String)],
) -> Result<Values, TooLong> {
    let mut values = Values::new();
    for column in columns.iter().filter(|column| column.entity == entity) {
        let reported = extra.iter().find(|(name, _)| *name == column.key);
        let Some((name, value)) = reported else {
            continue;
        };
        if value.chars().count() > LONGEST {
            return Err(TooLong { key: name.clone() });
        }
        if !value.is_empty() {
            values.insert(name.clone(), value.replace('\0', ""));
        }
    }
    Ok(values)
}

/// Whether somebody may see or use what a plugin adds: by the permission that it names, else as one of the staff.
pub fn is_open_to(scope: &Scope, permission: Option<&str>) -> bool {
    match permission {
        Some(name) => name.parse().is_ok_and(|named| scope.actor.may(named)),
        None => scope.actor.role == Role::Admin,
    }
}

/// A column of a plugin that takes calls.
#[derive(Debug)]
pub struct Offered {
    pub plugin: String,
    pub column: PluginColumn,
}

impl Offered {
    /// What the column is called.
    pub fn heading(&self, language: Language) -> String {
        let Words { fr, en } = Words::of(&self.column.label);
        language.pick(&fr, &en).clone()
    }
}

impl Plugins {
    /// The columns of a kind of record that this caller may see, of the plugins that take calls.
    pub fn columns(&self, scope: &Scope, entity: Entity) -> Vec<Offered> {
        let loaded = self.all_ready().into_iter();
        let columns = loaded.flat_map(|ready| {
            let manifest = ready.plugin.manifest();
            let columns = manifest.columns.iter();
            let columns = columns.map(|column| Offered {
                plugin: manifest.id.clone(),
                column: column.clone(),
            });
            columns.collect::<Vec<_>>()
        });
        columns
            .filter(|offered| offered.column.entity == entity)
            .filter(|offered| is_open_to(scope, offered.column.permission.as_deref()))
            .collect()
    }

    /// Opens of records what this caller may see of them: the columns of plugins that take calls, by their permission.
    pub fn disclose<'a>(
        &self,
        scope: &Scope,
        entity: Entity,
        extras: impl IntoIterator<Item = &'a mut Extra>,
    ) {
        let columns = self.columns(scope, entity);
        let seen: HashSet<(&str, &str)> = columns
            .iter()
            .map(|offered| (offered.plugin.as_str(), offered.column.key.as_str()))
            .collect();
        for Extra { stored, disclosed } in extras {
            *disclosed = stored.clone();
            disclosed.retain(|plugin, values| {
                values.retain(|key, _| seen.contains(&(plugin.as_str(), key.as_str())));
                !values.is_empty()
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use comptoir_sandbox::ColumnKind;

    use super::*;

    fn column(entity: Entity, key: &str) -> PluginColumn {
        PluginColumn {
            entity,
            key: key.into(),
            label: [("en".to_owned(), "Tags".to_owned())].into(),
            kind: ColumnKind::Text,
            values: [].into(),
            shown: false,
            permission: None,
        }
    }

    #[test]
    fn what_nobody_disclosed_is_not_told() {
        let extra: Extra = serde_json::from_str(r#"{ "acme": { "margin": "12" } }"#).unwrap();
        assert_eq!(serde_json::to_string(&extra).unwrap(), "{}");
        assert_eq!(extra.value("acme", "margin"), "");
    }

    #[test]
    fn what_the_manifest_names_is_kept_and_nothing_else() {
        let columns = [
            column(Entity::Order, "tags"),
            column(Entity::Ticket, "note"),
        ];
        let extra = |value: &str| {
            [("note", "x"), ("tags", value), ("secret", "y")]
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
        };
        let values = accepted_columns(&columns, Entity::Order, &extra("v\0ip")).unwrap();
        assert_eq!(values, [("tags".to_owned(), "vip".to_owned())].into());
        assert_eq!(
            accepted_columns(&columns, Entity::Order, &extra("")).unwrap(),
            Values::new()
        );
        let long = "é".repeat(LONGEST);
        assert!(accepted_columns(&columns, Entity::Order, &extra(&long)).is_ok());
        assert_eq!(
            accepted_columns(&columns, Entity::Order, &extra(&format!("{long}é"))),
            Err(TooLong { key: "tags".into() })
        );
    }
}
