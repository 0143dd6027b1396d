//! What a connection is set up with. The API key stays with the host.

use comptoir_plugin_sdk::time::Date;
use comptoir_plugin_sdk::{Connector, Error, Result, settings};
use serde::Deserialize;

/// A connection's settings, as in the manifest's schema.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Settings {
    /// Bigblue's four capital letters for the store; every product id begins with them.
    pub id: String,
    /// The day that the first synchronisation begins with.
    pub since: Option<Date>,
}

impl Settings {
    /// Reads and checks them.
    pub fn of(connector: &Connector) -> Result<Self> {
        let settings: Self = settings(connector)?;
        if settings.id.len() != 4 || !settings.id.bytes().all(|byte| byte.is_ascii_uppercase()) {
            return Err(Error::invalid_setting(
                "id",
                "invalid",
                "must be four capital letters, such as MUSI",
            ));
        }
        Ok(settings)
    }
}
