//! Where a plugin wants to go, and with what.

use std::collections::BTreeSet;
use std::num::NonZeroU32;

use reqwest::Method;
use serde::{Deserialize, Deserializer, Serialize};

use super::Text;
use crate::egress::{AddressPattern, BasePattern};

/// One `[[hosts]]`: a place on the network that the plugin asks for.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HostRule {
    pub base: BasePattern,
    /// `GET`, `POST`, …
    pub methods: BTreeSet<String>,
    /// Path prefixes, by whole segments: `/v1` covers `/v1` and `/v1/orders`, not `/v10`.
    #[serde(default = "every_path")]
    pub paths: Vec<String>,
    /// Why, for the operator who grants it.
    pub reason: Text,
    /// Which of the manifest's `credentials` the host adds to requests that name a connector: of several the first whose
    /// secret the connector holds.
    #[serde(default, deserialize_with = "one_or_several")]
    pub credential: Vec<String>,
    /// What the provider allows each account. The host keeps to it, waiting where needed; a quarter is kept for calls that
    /// a person waits for.
    pub rate_limit: Option<RateLimit>,
}

/// At most `requests` in any span of `seconds`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RateLimit {
    pub requests: NonZeroU32,
    pub seconds: NonZeroU32,
}

/// How a secret becomes a header. The plugin sees neither.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "recipe", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Recipe {
    /// `Authorization: Bearer <secret>`.
    Bearer { secret: String },
    /// `Authorization: Basic <user:secret>`; `user` is a property of the settings, secret or not.
    Basic { user: String, secret: String },
    /// `<name>: <secret>`.
    Header { name: String, secret: String },
    /// OAuth 2: the host fetches a token and keeps it for its life.
    ClientCredentials(ClientCredentials),
}

/// Where a token comes from and where it goes.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClientCredentials {
    /// PluginRequest by POST; one of the manifest's `hosts` must cover it.
    pub token_url: AddressPattern,
    /// A property of the settings, secret or not.
    pub client_id: String,
    /// A secret property of the settings.
    pub client_secret: String,
    /// The header that the bare token fills. Default: `Authorization: Bearer <token>`.
    pub header: Option<String>,
}

fn every_path() -> Vec<String> {
    vec!["/".to_owned()]
}

/// `"token"` or `["token", "client"]`
fn one_or_several<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Form {
        One(String),
        Several(Vec<String>),
    }
    Ok(match Form::deserialize(deserializer)? {
        Form::One(name) => vec![name],
        Form::Several(names) => names,
    })
}

impl HostRule {
    /// Whether the method and path of a request are asked for.
    pub(crate) fn covers(&self, method: &Method, path: &str) -> bool {
        self.methods.contains(method.as_str())
            && self.paths.iter().any(|prefix| covers(prefix, path))
    }
}

/// Whether a path prefix, by whole segments, covers a path.
pub(super) fn covers(prefix: &str, path: &str) -> bool {
    match path.strip_prefix(prefix) {
        Some(rest) => prefix.ends_with('/') || rest.is_empty() || rest.starts_with('/'),
        None => false,
    }
}

impl Recipe {
    /// The secret it uses.
    pub fn secret(&self) -> &str {
        match self {
            Self::Bearer { secret } | Self::Basic { secret, .. } | Self::Header { secret, .. } => {
                secret
            }
            Self::ClientCredentials(oauth) => &oauth.client_secret,
        }
    }

    /// The header it fills, in lower case.
    pub fn header(&self) -> String {
        match self {
            Self::Bearer { .. } | Self::Basic { .. } => "authorization".to_owned(),
            Self::Header { name, .. } => name.to_ascii_lowercase(),
            Self::ClientCredentials(oauth) => oauth
                .header
                .as_ref()
                .map_or("authorization".to_owned(), |name| name.to_ascii_lowercase()),
        }
    }
}
