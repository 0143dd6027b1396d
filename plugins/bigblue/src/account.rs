//! Are the settings and the key good?

use crate::api::{self, List};
use crate::listing;
use crate::settings::Settings;
use crate::wire;
use comptoir_plugin_sdk::prelude::*;
use comptoir_plugin_sdk::{Account, Connector, Error, ErrorKind, Host, Result};

/// Asks for one product: the cheapest call that needs the key, and its id tells whose key it is.
pub fn check(host: &impl Host, connector: &Connector) -> Result<Account> {
    let settings = Settings::of(connector)?;
    let request = api::read(
        connector,
        "ListProducts",
        &List {
            page_size: 1,
            page_token: "",
        },
    )?;
    let answer = host.answer(request).map_err(|error| match error.kind {
        ErrorKind::Unauthorized => {
            let refusal =
                Error::invalid_setting("apiKey", "invalid", "Bigblue does not accept this key");
            Error {
                status: error.status,
                ..refusal
            }
        }
        _ => error,
    })?;
    let page = listing::read(&answer, |product: wire::Product| Ok(product.id))?;
    // A new account has no product yet, and nothing to compare.
    if let Some(id) = page.items.first()
        && !id.starts_with(&format!("{}-", settings.id))
    {
        let message = format!("this key is of another store: its products are called {id}");
        return Err(Error::invalid_setting("id", "invalid", message));
    }
    Ok(Account {
        name: format!("Bigblue {}", settings.id),
    })
}
