//! A connection's settings as a type of the plugin's.

use crate::{Connector, Error, Result};
use serde::de::DeserializeOwned;

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
                days: Some(3)
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
