//! Cursors: where a pull goes on, as short text that the host keeps.

use crate::{Error, Result};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The contract's limit for a cursor, in bytes.
pub const MAX_CURSOR: usize = 1024;

/// A serialisable place in a provider's list. The version stands in front of the text, so that a later version of a
/// plugin knows an older one's cursor when it meets it.
pub trait Cursor: Serialize + DeserializeOwned {
    /// Raised whenever the fields change their meaning.
    const VERSION: u32;

    /// The text to keep: `1:{"page":3}`.
    ///
    /// # Errors
    /// `internal` when it would exceed [`MAX_CURSOR`].
    fn encode(&self) -> Result<String> {
        let json = serde_json::to_string(self)
            .map_err(|error| Error::internal(format!("cursor: {error}")))?;
        let text = format!("{}:{json}", Self::VERSION);
        if text.len() > MAX_CURSOR {
            return Err(Error::internal(format!(
                "cursor: {} bytes are more than {MAX_CURSOR}",
                text.len()
            )));
        }
        Ok(text)
    }

    /// Reads what [`Cursor::encode`] wrote.
    ///
    /// # Errors
    /// `internal` when it is of another version or unreadable: a person decides whether to pull anew.
    fn decode(text: &str) -> Result<Self> {
        let json = text
            .split_once(':')
            .filter(|(version, _)| version.parse() == Ok(Self::VERSION))
            .map(|(_, json)| json)
            .ok_or_else(|| {
                Error::internal(format!(
                    "cursor: not of version {}: {text:?}",
                    Self::VERSION
                ))
            })?;
        serde_json::from_str(json)
            .map_err(|error| Error::internal(format!("cursor: {error}: {text:?}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Place {
        token: String,
    }

    impl Cursor for Place {
        const VERSION: u32 = 2;
    }

    #[test]
    fn a_cursor_comes_back_as_it_was() {
        let place = Place {
            token: "é:\"1\"".into(),
        };
        let text = place.encode().expect("short enough");
        assert_eq!(text, r#"2:{"token":"é:\"1\""}"#);
        assert_eq!(Place::decode(&text), Ok(place));
    }

    #[test]
    fn too_long_foreign_and_broken_cursors_are_refused() {
        assert!(
            Place {
                token: "x".repeat(MAX_CURSOR)
            }
            .encode()
            .is_err()
        );
        for bad in ["", "1:{\"token\":\"\"}", "2:{", "2", "{\"token\":\"\"}"] {
            assert!(
                Place::decode(bad).is_err_and(|error| error.message.starts_with("cursor:")),
                "{bad}"
            );
        }
    }
}
