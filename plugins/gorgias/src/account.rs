//! Are the settings and the key good?

use crate::api::Desk;
use crate::listing;
use crate::wire;
use comptoir_plugin_sdk::prelude::*;
use comptoir_plugin_sdk::{Account, Connector, Error, ErrorKind, Host, Result};

/// Asks whose account it is, and whether it knows the store's tag: a tag with a slip of the pen would bring no ticket and
/// no error.
pub fn check(host: &impl Host, connector: &Connector) -> Result<Account> {
    let desk = Desk::of(connector)?;
    let answer = host.fetch::<wire::Account>(desk.get("/account", &[]));
    let account = answer.map_err(|error| match error.kind {
        ErrorKind::Unauthorized => {
            let message = "Gorgias does not accept this e-mail and key";
            at(error, "apiKey", message)
        }
        ErrorKind::NotFound => at(error, "account", "Gorgias knows no such account"),
        _ => error,
    })?;
    let tags: Vec<wire::Tag> = listing::all(host, &desk, "/tags")?;
    if !tags.iter().any(|tag| tag.name == desk.settings.tag) {
        let message = "the account has no such tag: make it in Gorgias first";
        return Err(Error::invalid_setting("tag", "invalid", message));
    }
    Ok(Account {
        name: format!("Gorgias {} · {}", account.domain, desk.settings.tag),
    })
}

fn at(error: Error, field: &str, message: &str) -> Error {
    Error {
        status: error.status,
        ..Error::invalid_setting(field, "invalid", message)
    }
}
