//! What a connection is set up with. The application key stays with the host.

use comptoir_plugin_sdk::time::Date;
use comptoir_plugin_sdk::{Connector, Result, settings};
use serde::Deserialize;

/// A connection's settings, as in the manifest's schema.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Settings {
    /// Cubyn's number of the merchant.
    pub id: String,
    /// The day that the first synchronisation begins with.
    pub since: Option<Date>,
}

impl Settings {
    /// Reads them.
    pub fn of(connector: &Connector) -> Result<Self> {
        settings(connector)
    }
}
