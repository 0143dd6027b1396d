//! Scheme, host and port: what is asked for and granted.

use std::fmt;

use serde::{Deserialize, Serialize};
use url::{Host, Url};

/// Scheme, host and port of an address: `https://api.bigblue.co`, `http://127.0.0.1:4010`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Base {
    scheme: String,
    host: Host,
    port: u16,
}

impl Base {
    /// The base of an http or https address; other addresses have none.
    pub fn of(url: &Url) -> Option<Self> {
        if !matches!(url.scheme(), "http" | "https") {
            return None;
        }
        Some(Self {
            scheme: url.scheme().to_owned(),
            host: url.host()?.to_owned(),
            port: url.port_or_known_default()?,
        })
    }

    /// The last two parts of the host's name: whose it is.
    pub(super) fn last_labels(&self) -> String {
        let host = self.host.to_string();
        let labels: Vec<&str> = host.rsplit('.').take(2).collect();
        labels.join(".")
    }
}

impl TryFrom<String> for Base {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let wanted = || format!("`{text}` must be scheme, host and port only: `https://host`");
        let url = Url::parse(&text).map_err(|_| wanted())?;
        let base = Self::of(&url).ok_or_else(wanted)?;
        let bare = url.path() == "/"
            && !text.ends_with('/')
            && url.query().is_none()
            && url.fragment().is_none()
            && url.username().is_empty()
            && url.password().is_none();
        if bare { Ok(base) } else { Err(wanted()) }
    }
}

impl From<Base> for String {
    fn from(base: Base) -> Self {
        base.to_string()
    }
}

impl fmt::Display for Base {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", self.scheme, self.host)?;
        match (self.scheme.as_str(), self.port) {
            ("http", 80) | ("https", 443) => Ok(()),
            (_, port) => write!(f, ":{port}"),
        }
    }
}
