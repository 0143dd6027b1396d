//! What a connection is set up with, and the plugin as a whole. Tokens and secrets stay with the host.

use comptoir_plugin_sdk::schemars::{self, JsonSchema};
use comptoir_plugin_sdk::time::Date;
use comptoir_plugin_sdk::{Connector, Error, Host, Result, Secret, settings};
use serde::Deserialize;

/// A connection's settings; the manifest's form is made of them.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct Settings {
    /// What stands before `.myshopify.com`.
    #[schemars(
        regex(pattern = "^[a-z0-9][a-z0-9-]{0,59}$"),
        extend(
            "x-order" = 1,
            "x-account" = true,
            "x-reduce" = "^(?:https?://)?(?:admin[.]shopify[.]com/store/)?([a-z0-9][a-z0-9-]{0,59})(?:[.]myshopify[.]com)?(?:[/?#].*)?$",
            "x-labels" = { "en": "Shop", "fr": "Boutique" },
            "x-descriptions" = {
                "en": "What stands before .myshopify.com in the shop’s address.",
                "fr": "Ce qui précède .myshopify.com dans l’adresse de la boutique.",
            },
        )
    )]
    pub shop: String,
    /// Of a custom app.
    #[schemars(
        extend(
            "x-order" = 2,
            "x-labels" = { "en": "Access token", "fr": "Jeton d’accès" },
            "x-descriptions" = {
                "en": "Of a custom app made in the shop’s admin (shpat_…). Leave it empty when you give a client ID and secret.",
                "fr": "Celui d’une application personnalisée créée dans l’administration de la boutique (shpat_…). Laissez vide si vous indiquez un identifiant et un secret client.",
            },
        )
    )]
    pub access_token: Option<Secret>,
    /// Of an app that fetches its tokens.
    #[schemars(
        length(min = 1, max = 255),
        extend(
            "x-order" = 3,
            "x-labels" = { "en": "Client ID", "fr": "Identifiant client" },
            "x-descriptions" = {
                "en": "Of an app of your organisation’s Dev Dashboard.",
                "fr": "Celui d’une application du Dev Dashboard de votre organisation.",
            },
        )
    )]
    pub client_id: Option<String>,
    /// Goes with the client id.
    #[schemars(
        extend(
            "x-order" = 4,
            "x-labels" = { "en": "Client secret", "fr": "Secret client" },
            "x-descriptions" = {
                "en": "It goes with the client ID. It is kept encrypted and never shown again.",
                "fr": "Il accompagne l’identifiant client. Il est conservé chiffré et n’est plus jamais affiché.",
            },
        )
    )]
    pub client_secret: Option<Secret>,
    /// What Shopify signs its events with.
    #[schemars(
        extend(
            "x-order" = 5,
            "x-labels" = { "en": "Webhook secret", "fr": "Secret des webhooks" },
            "x-descriptions" = {
                "en": "The app’s client secret (API secret key): Shopify signs what it sends with it.",
                "fr": "Le secret client de l’application (clé secrète d’API)\u{a0}: Shopify signe ses envois avec lui.",
            },
        )
    )]
    pub webhook_secret: Option<Secret>,
    /// The number of the one location whose stock counts.
    #[schemars(
        regex(pattern = "^[0-9]{1,20}$"),
        extend(
            "x-order" = 6,
            "x-labels" = { "en": "Location", "fr": "Emplacement" },
            "x-descriptions" = {
                "en": "The number of the one location whose stock counts; all of them when empty.",
                "fr": "Le numéro du seul emplacement dont le stock compte\u{a0}; tous si le champ est vide.",
            },
        )
    )]
    pub location: Option<String>,
    /// The day that the first pull of orders begins with.
    #[schemars(
        extend(
            "x-order" = 7,
            "x-labels" = { "en": "Orders since", "fr": "Commandes depuis le" },
            "x-descriptions" = {
                "en": "The first synchronization brings the orders placed since this day; all of them when empty.",
                "fr": "La première synchronisation récupère les commandes passées depuis ce jour\u{a0}; toutes si le champ est vide.",
            },
        )
    )]
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

/// `[plugins.shopify.configuration]`.
#[derive(Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Configuration {
    #[schemars(regex(pattern = "^20[0-9]{2}-(01|04|07|10)$"))]
    version: Option<String>,
}

/// The version of the Admin API.
pub fn version(host: &impl Host) -> Result<String> {
    let configuration: Configuration = serde_json::from_str(&host.configuration())
        .map_err(|error| Error::internal(format!("configuration: {error}")))?;
    Ok(configuration.version.unwrap_or_else(|| VERSION.into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use comptoir_plugin_sdk::testing::keep_schema;

    #[test]
    fn the_form_asks_for_the_settings() {
        keep_schema::<Settings>("plugin.toml", "settings");
    }

    #[test]
    fn the_operator_sets_the_configuration() {
        keep_schema::<Configuration>("plugin.toml", "configuration");
    }
}
