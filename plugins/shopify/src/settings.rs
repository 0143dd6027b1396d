//! What a connection is set up with, and the plugin as a whole. Tokens and secrets stay with the host.

use comptoir_plugin_sdk::time::Date;
use comptoir_plugin_sdk::{Connector, Error, Host, Result, settings};
use serde::Deserialize;

/// A connection's settings, as in the manifest's schema.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Settings {
    /// What stands before `.myshopify.com`.
    pub shop: String,
    /// The number of the one location whose stock counts.
    #[serde(default)]
    pub location: Option<String>,
    /// The day that the first pull of orders begins with.
    #[serde(default)]
    pub since: Option<Date>,
}

impl Settings {
    /// Reads and checks them.
    pub fn of(connector: &Connector) -> Result<Self> {
        let settings: Self = settings(connector)?;
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if settings.shop.is_empty() || !settings.shop.bytes().all(plain) {
            let message =
                "must be what stands before .myshopify.com: small letters, digits, dashes";
            return Err(Error::invalid_setting("shop", "invalid", message));
        }
        Ok(settings)
    }

    /// The location's global id.
    pub fn location_id(&self) -> Option<String> {
        let location = self.location.as_deref().filter(|number| !number.is_empty());
        location.map(|number| format!("gid://shopify/Location/{number}"))
    }

    /// Where a person sees something in the shop's admin: `orders/5501234567890`.
    pub fn admin_url(&self, path: &str) -> String {
        format!("https://admin.shopify.com/store/{}/{path}", self.shop)
    }
}

/// The version of the Admin API when the operator names none.
const VERSION: &str = "2026-07";

/// The version of the Admin API.
pub fn version(host: &impl Host) -> Result<String> {
    #[derive(Deserialize)]
    struct Configuration {
        version: Option<String>,
    }
    let configuration: Configuration = serde_json::from_str(&host.configuration())
        .map_err(|error| Error::internal(format!("configuration: {error}")))?;
    Ok(configuration.version.unwrap_or_else(|| VERSION.into()))
}
