//! Are the settings and the token good, and may the app do what it is for?

use crate::api;
use crate::settings::Settings;
use comptoir_plugin_sdk::{Account, Connector, Error, ErrorKind, Host, Result};
use serde::Deserialize;
use serde_json::json;

/// What the app has to be allowed. `write_x` includes `read_x`.
const NEEDED: [&str; 5] = [
    "read_orders",
    "read_products",
    "read_inventory",
    "read_locations",
    "read_markets",
];

/// The shop as the app sees it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Seen {
    pub shop: Shop,
    current_app_installation: Installation,
}

/// Who the shop is.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Shop {
    pub name: String,
    pub currency_code: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Installation {
    access_scopes: Vec<Scope>,
}

#[derive(Debug, Deserialize)]
struct Scope {
    handle: String,
}

impl Seen {
    /// Asks the shop.
    pub fn load(host: &impl Host, connector: &Connector) -> Result<Self> {
        let query =
            "{ shop { name currencyCode } currentAppInstallation { accessScopes { handle } } }";
        api::get(host, connector, query, json!({}))
    }

    /// What the app lacks.
    pub fn missing(&self) -> Vec<&'static str> {
        let granted = |scope: &str| {
            self.current_app_installation
                .access_scopes
                .iter()
                .any(|known| known.handle == scope)
        };
        let lacks = |scope: &&str| !granted(scope) && !granted(&scope.replace("read_", "write_"));
        NEEDED.into_iter().filter(lacks).collect()
    }
}

/// The cheapest question that needs the token.
pub fn check(host: &impl Host, connector: &Connector) -> Result<Account> {
    Settings::of(connector)?;
    let seen = Seen::load(host, connector).map_err(|error| {
        let (field, message) = match error.kind {
            ErrorKind::Unauthorized => ("accessToken", "the shop does not accept this token"),
            ErrorKind::NotFound => ("shop", "Shopify knows no shop of that name"),
            _ => return error,
        };
        let status = error.status;
        Error {
            status,
            ..Error::invalid_setting(field, "invalid", message)
        }
    })?;
    let missing = seen.missing();
    if !missing.is_empty() {
        let message = format!("the app lacks these scopes: {}", missing.join(", "));
        return Err(Error::invalid_setting("accessToken", "invalid", message));
    }
    Ok(Account {
        name: seen.shop.name,
    })
}
