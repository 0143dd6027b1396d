//! What a connection is set up with. `cargo test` keeps the form in `plugin.toml` to it.

use comptoir_plugin_sdk::Secret;
use comptoir_plugin_sdk::schemars::{self, JsonSchema};
use serde::Deserialize;

/// A connection's settings. What shall be read of them comes by `comptoir_plugin_sdk::settings`; a [`Secret`] stays with
/// the host, which signs requests in with it.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct Settings {
    /// The key that Acme gave the merchant.
    #[schemars(extend(
        "x-order" = 1,
        "x-labels" = { "en": "API key", "fr": "Clé d’API" },
        "x-descriptions" = {
            "en": "Made at Acme. It is kept encrypted and never shown again.",
            "fr": "Créée chez Acme. Elle est conservée chiffrée et n’est plus jamais affichée.",
        },
    ))]
    pub api_key: Secret,
}
