//! `[webhooks]`: how a provider's events prove that they are its own, and where they say what they are.

use std::num::NonZeroU32;

use serde::{Deserialize, Serialize};

/// Which headers of an event the host reads. It keeps and hands on all of them but the signature.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Webhooks {
    pub signature: Signature,
    /// The header that holds the topic.
    pub topic: Option<String>,
    /// The header by which doubles are known; without one, by the body.
    pub id: Option<String>,
    /// The header with the time of sending: RFC 3339, or seconds since 1970.
    pub sent_at: Option<String>,
    /// Events sent longer ago are refused.
    pub max_age_seconds: Option<NonZeroU32>,
    pub challenge: Option<Challenge>,
}

/// How an event proves where it comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "scheme", rename_all = "kebab-case")]
pub enum Signature {
    HmacSha1(Mac),
    HmacSha256(Mac),
    HmacSha512(Mac),
    /// Nothing is signed: the address itself holds a part that nobody can guess.
    Address,
}

/// An HMAC of the body as it came.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mac {
    /// The header that holds it.
    pub header: String,
    pub encoding: Encoding,
    /// The secret property of the connector's settings that is the key.
    pub secret: String,
    /// What stands in front of it: `sha256=`.
    #[serde(default)]
    pub prefix: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Encoding {
    Base64,
    Hex,
}

/// A request that only asks whether we are there: answered with its own body, once its signature is checked.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Challenge {
    pub header: String,
    pub value: String,
}

impl Signature {
    /// How the body is signed; none when it is not.
    pub fn mac(&self) -> Option<&Mac> {
        match self {
            Self::HmacSha1(mac) | Self::HmacSha256(mac) | Self::HmacSha512(mac) => Some(mac),
            Self::Address => None,
        }
    }
}
