//! A connection's settings as a type of the plugin's: what the manifest's form asks for comes from it too.
//!
//! ```
//! use comptoir_plugin_sdk::Secret;
//! use comptoir_plugin_sdk::schemars::{self, JsonSchema};
//!
//! #[derive(Debug, serde::Deserialize, JsonSchema)]
//! #[serde(rename_all = "camelCase")]
//! #[schemars(deny_unknown_fields)]
//! pub struct Settings {
//!     /// The first part of its address.
//!     #[schemars(
//!         regex(pattern = "^[a-z0-9-]{1,60}$"),
//!         extend("x-order" = 1, "x-labels" = { "en": "Shop", "fr": "Boutique" })
//!     )]
//!     pub shop: String,
//!     /// Stays with the host.
//!     #[schemars(extend("x-order" = 2, "x-labels" = { "en": "API key", "fr": "Clé d’API" }))]
//!     pub api_key: Secret,
//! }
//! ```
//!
//! `testing::keep_schema` writes it into `plugin.toml`.

use crate::{Connector, Error, Result};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{DeserializeOwned, Deserializer, IgnoredAny};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A setting that the host seals and never hands out: it stands for the field in the form, and holds nothing. An
/// `Option` of it may be left empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Secret;

impl<'de> Deserialize<'de> for Secret {
    /// From anything, and from a field that is not there: calls are given the settings without their secrets.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Option::<IgnoredAny>::deserialize(deserializer).map(|_| Self)
    }
}

impl JsonSchema for Secret {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Secret".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "minLength": 1, "maxLength": 255, "writeOnly": true })
    }
}

/// The settings as `T`.
///
/// # Errors
/// `invalid-config` that names the first field in the way: `required` when it is missing, `unknown` when `T` denies it,
/// otherwise `invalid`.
pub fn settings<T: DeserializeOwned>(connector: &Connector) -> Result<T> {
    let mut json = serde_json::Deserializer::from_str(&connector.settings);
    serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let path = error.path().to_string();
        let reason = error.inner().to_string();
        let named = |start: &str| {
            reason
                .strip_prefix(start)?
                .split('`')
                .next()
                .map(str::to_owned)
        };
        if let Some(field) = named("missing field `") {
            return Error::invalid_setting(&field, "required", "is required");
        }
        if let Some(field) = named("unknown field `") {
            return Error::invalid_setting(&field, "unknown", "is not a setting of this plugin");
        }
        Error::invalid_setting(&path, "invalid", reason)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorKind;
    use serde::Deserialize;

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Settings {
        id: String,
        days: Option<u32>,
        key: Secret,
    }

    fn read(settings_text: &str) -> Result<Settings> {
        settings(&Connector {
            id: "c".into(),
            settings: settings_text.into(),
        })
    }

    fn issue(settings_text: &str) -> (String, String) {
        match read(settings_text).map_err(|error| error.kind) {
            Err(ErrorKind::InvalidConfig(issues)) => {
                (issues[0].field.clone(), issues[0].code.clone())
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn settings_become_the_type_or_name_the_field() {
        assert_eq!(
            read(r#"{"id":"A","days":3}"#),
            Ok(Settings {
                id: "A".into(),
                days: Some(3),
                key: Secret,
            })
        );
        assert_eq!(issue("{}"), ("id".into(), "required".into()));
        assert_eq!(
            issue(r#"{"id":"A","days":"3"}"#),
            ("days".into(), "invalid".into())
        );
        assert_eq!(
            issue(r#"{"id":"A","hours":3}"#),
            ("hours".into(), "unknown".into())
        );
        assert_eq!(issue("nonsense").1, "invalid");
    }
}
