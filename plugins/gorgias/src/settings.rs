//! What a connection is set up with. The API key stays with the host.

use comptoir_plugin_sdk::schemars::{self, JsonSchema};
use comptoir_plugin_sdk::{Connector, Error, Result, Secret, settings};
use serde::Deserialize;

/// A connection's settings; the manifest's form is made of them.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct Settings {
    /// The subdomain.
    #[schemars(
        regex(pattern = "^[a-z0-9][a-z0-9-]{0,62}$"),
        extend(
            "x-order" = 1,
            "x-account" = true,
            "x-reduce" = "^(?:https?://)?([a-z0-9][a-z0-9-]{0,62})(?:[.]gorgias[.]com)?(?:[/?#].*)?$",
            "x-labels" = { "en": "Account", "fr": "Compte" },
            "x-descriptions" = {
                "en": "The first part of the desk's address: “aurore” for aurore.gorgias.com.",
                "fr": "Le début de l’adresse du support\u{a0}: «\u{a0}aurore\u{a0}» pour aurore.gorgias.com.",
            },
        )
    )]
    pub account: String,
    /// Whose key it is; the host signs requests in with both.
    #[schemars(
        regex(pattern = r"^[^@:\s]+@[^@:\s]+$"),
        length(max = 255),
        extend(
            "x-order" = 2,
            "x-labels" = { "en": "E-mail of the API user", "fr": "Adresse e-mail de l’utilisateur de l’API" },
            "x-descriptions" = {
                "en": "As shown beside the key, under Settings, REST API.",
                "fr": "Telle qu’affichée à côté de la clé, dans les réglages, rubrique REST API.",
            },
        )
    )]
    pub email: String,
    /// Stays with the host.
    #[schemars(
        extend(
            "x-order" = 3,
            "x-labels" = { "en": "API key", "fr": "Clé d’API" },
            "x-descriptions" = {
                "en": "Made in Gorgias under Settings, REST API. It is kept encrypted and never shown again.",
                "fr": "Créée dans Gorgias, dans les réglages, rubrique REST API. Elle est conservée chiffrée et n’est plus jamais affichée.",
            },
        )
    )]
    pub api_key: Secret,
    /// The store's: only tickets with it are the store's.
    #[schemars(
        length(min = 1, max = 255),
        extend(
            "x-order" = 4,
            "x-account" = true,
            "x-labels" = { "en": "The store's tag", "fr": "Étiquette de la boutique" },
            "x-descriptions" = {
                "en": "Only tickets with this tag are the store's. Written as in Gorgias, capitals included.",
                "fr": "Seuls les tickets portant cette étiquette sont ceux de la boutique. À écrire comme dans Gorgias, majuscules comprises.",
            },
        )
    )]
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

#[cfg(test)]
mod tests {
    use super::*;
    use comptoir_plugin_sdk::testing::keep_schema;

    #[test]
    fn the_form_asks_for_the_settings() {
        keep_schema::<Settings>("plugin.toml", "settings");
    }
}
