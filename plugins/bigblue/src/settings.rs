//! What a connection is set up with. The API key stays with the host.

use comptoir_plugin_sdk::schemars::{self, JsonSchema};
use comptoir_plugin_sdk::time::Date;
use comptoir_plugin_sdk::{Connector, Error, Result, Secret, settings};
use serde::Deserialize;

/// A connection's settings; the manifest's form is made of them.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct Settings {
    /// Bigblue's four capital letters for the store; every product id begins with them.
    #[schemars(
        regex(pattern = "^[A-Z]{4}$"),
        extend(
            "x-order" = 1,
            "x-account" = true,
            "x-labels" = { "en": "Store prefix", "fr": "Préfixe de la boutique" },
            "x-descriptions" = {
                "en": "The four capital letters that Bigblue gave the store; every product reference begins with them.",
                "fr": "Les quatre majuscules attribuées par Bigblue à la boutique\u{a0}; chaque référence de produit commence par elles.",
            },
        )
    )]
    pub id: String,
    /// What requests are signed in with.
    #[schemars(
        extend(
            "x-order" = 2,
            "x-labels" = { "en": "API key", "fr": "Clé d’API" },
            "x-descriptions" = {
                "en": "Made in the Bigblue app. It is kept encrypted and never shown again.",
                "fr": "Créée dans l’application Bigblue. Elle est conservée chiffrée et n’est plus jamais affichée.",
            },
        )
    )]
    pub api_key: Secret,
    /// The day that the first synchronisation begins with.
    #[schemars(
        extend(
            "x-order" = 3,
            "x-labels" = { "en": "Orders since", "fr": "Commandes depuis le" },
            "x-descriptions" = {
                "en": "The first synchronization brings the orders submitted since this day; all of them when empty.",
                "fr": "La première synchronisation récupère les commandes passées depuis ce jour\u{a0}; toutes si le champ est vide.",
            },
        )
    )]
    pub since: Option<Date>,
    /// What the provider's events are signed with.
    #[schemars(
        extend(
            "x-order" = 4,
            "x-labels" = { "en": "Webhook secret", "fr": "Secret des webhooks" },
            "x-descriptions" = {
                "en": "The merchant's secret in the Bigblue app, which signs its webhooks. Without it Bigblue's events are refused and changes arrive with the next synchronization.",
                "fr": "Le secret du marchand dans l’application Bigblue, qui signe ses webhooks. Sans lui, les événements de Bigblue sont refusés et les changements arrivent avec la synchronisation suivante.",
            },
        )
    )]
    pub webhook_secret: Option<Secret>,
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

#[cfg(test)]
mod tests {
    use super::*;
    use comptoir_plugin_sdk::testing::keep_schema;

    #[test]
    fn the_form_asks_for_the_settings() {
        keep_schema::<Settings>("plugin.toml", "settings");
    }
}
