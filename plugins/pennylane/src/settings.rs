//! What a connection is set up with: one token, which stays with the host.

use comptoir_plugin_sdk::schemars::{self, JsonSchema};
use comptoir_plugin_sdk::{Connector, Result, Secret, settings};
use serde::Deserialize;

/// A connection's settings; the manifest's form is made of them.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct Settings {
    /// What requests are signed in with.
    #[schemars(
        extend(
            "x-order" = 1,
            "x-labels" = { "en": "API token", "fr": "Jeton d’API" },
            "x-descriptions" = {
                "en": "Made in Pennylane by an administrator of the company, under Settings, Connectivity, Developers. Scopes: customer invoices, customers and file attachments in full, ledger accounts to read. It is kept encrypted and never shown again.",
                "fr": "Créé dans Pennylane par un administrateur de l’entreprise, dans Paramètres, Connectivité, Développeurs. Droits\u{a0}: factures clients, clients et pièces jointes en lecture et écriture, comptes comptables en lecture. Il est conservé chiffré et n’est plus jamais affiché.",
            },
        )
    )]
    pub token: Secret,
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
