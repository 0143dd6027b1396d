//! What a connection is set up with. The application key stays with the host.

use comptoir_plugin_sdk::schemars::{self, JsonSchema};
use comptoir_plugin_sdk::time::Date;
use comptoir_plugin_sdk::{Connector, Result, Secret, settings};
use serde::Deserialize;

/// A connection's settings; the manifest's form is made of them.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct Settings {
    /// Cubyn's number of the merchant.
    #[schemars(
        regex(pattern = "^[0-9]{1,20}$"),
        extend(
            "x-order" = 1,
            "x-account" = true,
            "x-labels" = { "en": "Merchant number", "fr": "Numéro de marchand" },
            "x-descriptions" = {
                "en": "The number of the Cubyn account that the key belongs to.",
                "fr": "Le numéro du compte Cubyn auquel la clé appartient.",
            },
        )
    )]
    pub id: String,
    /// What requests are signed in with.
    #[schemars(
        regex(pattern = "^[0-9a-f]{24}$"),
        extend(
            "x-order" = 2,
            "x-labels" = { "en": "Application key", "fr": "Clé d’application" },
            "x-descriptions" = {
                "en": "From the merchant space, under Apps, Cubyn API. It is kept encrypted and never shown again.",
                "fr": "À prendre dans l’espace marchand, rubrique Apps, Cubyn API. Elle est conservée chiffrée et n’est plus jamais affichée.",
            },
        )
    )]
    pub application_key: Secret,
    /// The day that the first synchronisation begins with.
    #[schemars(
        extend(
            "x-order" = 3,
            "x-labels" = { "en": "Orders since", "fr": "Commandes depuis le" },
            "x-descriptions" = {
                "en": "The first synchronization brings the parcels made since this day; all of them when empty.",
                "fr": "La première synchronisation récupère les colis créés depuis ce jour\u{a0}; tous si le champ est vide.",
            },
        )
    )]
    pub since: Option<Date>,
}

impl Settings {
    /// Reads them.
    pub fn of(connector: &Connector) -> Result<Self> {
        settings(connector)
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
