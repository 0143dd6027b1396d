//! Are the settings and the key good?

use crate::api;
use crate::settings::Settings;
use crate::wire;
use comptoir_plugin_sdk::prelude::*;
use comptoir_plugin_sdk::{Account, Connector, Error, ErrorKind, Host, Result};

/// Asks whose key it is.
pub fn check(host: &impl Host, connector: &Connector) -> Result<Account> {
    let settings = Settings::of(connector)?;
    let root = root(host, connector).map_err(|error| match error.kind {
        ErrorKind::Unauthorized => Error {
            status: error.status,
            ..Error::invalid_setting(
                "applicationKey",
                "invalid",
                "Cubyn does not accept this key",
            )
        },
        _ => error,
    })?;
    let owner = root.auth.user.id.to_string();
    if owner != settings.id {
        let message = format!("this key belongs to the merchant {owner}");
        return Err(Error::invalid_setting("id", "invalid", message));
    }
    Ok(Account {
        name: format!("Cubyn {owner} · {}", root.auth.application.name),
    })
}

/// Who the key belongs to.
pub fn root(host: &impl Host, connector: &Connector) -> Result<wire::Root> {
    host.fetch(api::get(connector, "", &[]))
}
