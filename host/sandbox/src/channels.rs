//! Where files may be handed to: `[plugins.<id>.channels.<name>]` of `plugins.toml`. Secrets are never written there, only
//! where they are kept.

use std::fmt;
use std::path::PathBuf;

use serde::de::{MapAccess, Visitor, value::MapAccessDeserializer};
use serde::{Deserialize, Deserializer, Serialize};
use url::Url;

/// A channel for `wit/delivery.wit`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Channel {
    Sftp(Sftp),
    Mail(Mail),
    Https(Https),
}

/// A folder on an SFTP server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sftp {
    pub host: String,
    #[serde(default = "ssh_port")]
    pub port: u16,
    pub user: String,
    /// Either this or `key`.
    #[serde(default)]
    pub password: Option<SecretPlace>,
    /// A private key (OpenSSH, PEM).
    #[serde(default)]
    pub key: Option<SecretPlace>,
    /// Of the key, when it is locked.
    #[serde(default)]
    pub passphrase: Option<SecretPlace>,
    /// The server's key, as `ssh-keygen -l` prints it: `SHA256:…`. Another is refused.
    pub host_key: String,
    /// Empty: where the server leads.
    #[serde(default)]
    pub folder: String,
    /// Whether files are written as `<name>.part` first and renamed when they are whole.
    #[serde(default = "yes")]
    pub temporary: bool,
    /// For the connection, and for each answer of the server.
    #[serde(default = "half_a_minute")]
    pub timeout_seconds: u64,
}

/// Mails with the file attached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mail {
    pub to: Vec<String>,
    /// `fr` or `en`.
    #[serde(default = "english")]
    pub language: String,
}

/// Requests with the file as their body.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Https {
    /// `{name}` in it is the file's name.
    pub url: String,
    #[serde(default)]
    pub method: Method,
    /// The header that carries the secret.
    #[serde(default)]
    pub header: Option<String>,
    #[serde(default)]
    pub secret: Option<SecretPlace>,
    #[serde(default = "half_a_minute")]
    pub timeout_seconds: u64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Method {
    #[default]
    Put,
    Post,
}

/// Where a secret is kept: `{ env = "NAME" }` or `{ file = "/run/secrets/name" }`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SecretPlace {
    Env(String),
    File(PathBuf),
}

const PLACE: &str =
    "where the secret is, never the secret: { env = \"NAME\" } or { file = \"path\" }";

impl<'de> Deserialize<'de> for SecretPlace {
    /// Never repeats what it is given: that may be a secret written into the wrong place.
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        struct Place;

        impl<'de> Visitor<'de> for Place {
            type Value = SecretPlace;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(PLACE)
            }

            fn visit_str<E: serde::de::Error>(self, _: &str) -> Result<SecretPlace, E> {
                Err(E::custom(PLACE))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<SecretPlace, A::Error> {
                #[derive(Deserialize)]
                #[serde(rename_all = "lowercase")]
                enum Known {
                    Env(String),
                    File(PathBuf),
                }
                let known = Known::deserialize(MapAccessDeserializer::new(map));
                known
                    .map(|known| match known {
                        Known::Env(name) => SecretPlace::Env(name),
                        Known::File(path) => SecretPlace::File(path),
                    })
                    .map_err(|_| serde::de::Error::custom(PLACE))
            }
        }

        input.deserialize_any(Place)
    }
}

fn ssh_port() -> u16 {
    22
}

fn yes() -> bool {
    true
}

fn half_a_minute() -> u64 {
    30
}

fn english() -> String {
    "en".to_owned()
}

impl Channel {
    /// The key that cannot be used, and why.
    pub(crate) fn problem(&self) -> Option<(&'static str, &'static str)> {
        match self {
            Channel::Sftp(sftp) => sftp.problem(),
            Channel::Mail(mail) if mail.to.is_empty() => Some(("to", "nobody to send it to")),
            Channel::Mail(mail) if !matches!(mail.language.as_str(), "fr" | "en") => {
                Some(("language", "fr or en"))
            }
            Channel::Mail(_) => None,
            Channel::Https(https) => https.problem(),
        }
    }
}

impl Sftp {
    fn problem(&self) -> Option<(&'static str, &'static str)> {
        if self.password.is_some() == self.key.is_some() {
            return Some(("password", "either a password or a key"));
        }
        if !self.host_key.starts_with("SHA256:") {
            return Some(("host_key", "the server's fingerprint: SHA256:…"));
        }
        (self.timeout_seconds == 0).then_some(("timeout_seconds", "at least 1"))
    }
}

impl Https {
    fn problem(&self) -> Option<(&'static str, &'static str)> {
        let url = Url::parse(&self.url.replace("{name}", "name"));
        let is_safe = url.is_ok_and(|url| {
            url.scheme() == "https"
                || (url.scheme() == "http"
                    && matches!(url.host_str(), Some("127.0.0.1" | "localhost")))
        });
        if !is_safe {
            return Some(("url", "an https address"));
        }
        if self.header.is_some() != self.secret.is_some() {
            return Some(("secret", "header and secret belong together"));
        }
        (self.timeout_seconds == 0).then_some(("timeout_seconds", "at least 1"))
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use crate::Grant;

    fn refusal(channel: &str) -> String {
        let text = format!("[plugins.x]\nsource = \".\"\n[plugins.x.channels.occ]\n{channel}");
        match Grant::parse(Path::new("plugins.toml"), &text) {
            Ok(_) => String::new(),
            Err(error) => error.to_string(),
        }
    }

    const SFTP: &str = "kind = \"sftp\"\nhost = \"h\"\nuser = \"u\"\nhost_key = \"SHA256:x\"\n";

    #[test]
    fn a_channel_is_checked_and_a_secret_in_it_is_not_repeated() {
        assert_eq!(
            refusal(&format!("{SFTP}password = {{ env = \"OCC\" }}")),
            ""
        );
        for (channel, expected) in [
            (format!("{SFTP}password = \"hunter2\""), "never the secret"),
            (
                format!("{SFTP}password = {{ hunter2 = \"hunter2\" }}"),
                "never the secret",
            ),
            (SFTP.to_owned(), "either a password or a key"),
            ("kind = \"pigeon\"".to_owned(), "channels"),
            ("kind = \"mail\"\nto = []".to_owned(), "channels.occ.to"),
            (
                "kind = \"https\"\nurl = \"http://example.com/\"".to_owned(),
                "channels.occ.url",
            ),
            (
                "kind = \"https\"\nurl = \"https://example.com/\"\nheader = \"x\"".to_owned(),
                "channels.occ.secret",
            ),
        ] {
            let refusal = refusal(&channel);
            assert!(refusal.contains(expected), "{channel}: {refusal}");
            assert!(!refusal.contains("hunter2"), "{refusal}");
        }
    }
}
