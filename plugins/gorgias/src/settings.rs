//! What a connection is set up with. The API key stays with the host.

use comptoir_plugin_sdk::{Connector, Error, Result, settings};
use serde::Deserialize;

/// A connection's settings, as in the manifest's schema.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Settings {
    /// The subdomain.
    pub account: String,
    /// Whom the key belongs to; the host signs in with it.
    pub email: String,
    /// The store's: only tickets with it are the store's.
    pub tag: String,
}

impl Settings {
    /// Reads and checks them.
    pub fn of(connector: &Connector) -> Result<Self> {
        let settings: Self = settings(connector)?;
        let is_label =
            |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if settings.account.is_empty() || !settings.account.bytes().all(is_label) {
            return Err(Error::invalid_setting(
                "account",
                "invalid",
                "must be the first part of the desk's address, such as aurore",
            ));
        }
        for (field, text) in [("email", &settings.email), ("tag", &settings.tag)] {
            if text.is_empty() {
                return Err(Error::invalid_setting(field, "required", "is required"));
            }
        }
        Ok(settings)
    }
}
