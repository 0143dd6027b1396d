//! `[webhooks]`: how a provider's events prove that they are its own, and where they say what they are.

use std::num::NonZeroU32;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit};
use serde::{Deserialize, Serialize};
use sha1::Sha1;
use sha2::{Sha256, Sha512};

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
    /// Whether `given` is the signature of `body` under `key`; takes the same time whatever the answer. A scheme without
    /// one has nothing to verify, and says no.
    pub fn verify(&self, key: &[u8], given: &str, body: &[u8]) -> bool {
        let Some(signed) = self.mac().and_then(|mac| mac.decoded(given)) else {
            return false;
        };
        match self {
            Self::HmacSha1(_) => is_mac::<Hmac<Sha1>>(key, body, &signed),
            Self::HmacSha256(_) => is_mac::<Hmac<Sha256>>(key, body, &signed),
            Self::HmacSha512(_) => is_mac::<Hmac<Sha512>>(key, body, &signed),
            Self::Address => false,
        }
    }

    /// How the body is signed; none when it is not.
    pub fn mac(&self) -> Option<&Mac> {
        match self {
            Self::HmacSha1(mac) | Self::HmacSha256(mac) | Self::HmacSha512(mac) => Some(mac),
            Self::Address => None,
        }
    }
}

impl Mac {
    fn decoded(&self, given: &str) -> Option<Vec<u8>> {
        let text = given.trim().strip_prefix(self.prefix.as_str())?;
        match self.encoding {
            Encoding::Base64 => STANDARD.decode(text).ok(),
            Encoding::Hex => hex::decode(text).ok(),
        }
    }
}

fn is_mac<M: hmac::Mac + KeyInit>(key: &[u8], body: &[u8], signed: &[u8]) -> bool {
    // HMAC takes keys of every length.
    <M as KeyInit>::new_from_slice(key).is_ok_and(|mut mac| {
        mac.update(body);
        mac.verify_slice(signed).is_ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signature(text: &str) -> Signature {
        toml::from_str(text).expect("a signature")
    }

    #[test]
    fn the_provider_s_own_example_verifies_and_nothing_else_does() {
        let scheme = signature(
            "scheme = \"hmac-sha256\"\nheader = \"x\"\nencoding = \"base64\"\nsecret = \"s\"",
        );
        let body = br##"{"id":5501234567890,"name":"#1042"}"##;
        let key = b"shpss_test_secret";
        let good = "zjpA8bDssDOf+eqBqX4ca9m6jAQybAaHxstWSe09n2E=";
        assert!(scheme.verify(key, good, body));
        assert!(!scheme.verify(b"another", good, body));
        assert!(!scheme.verify(key, good, b"{}"));
        for bad in [
            "",
            "zjpA",
            "zjpA8bDssDOf+eqBqX4ca9m6jAQybAaHxstWSe09n2A=",
            "sha256=zj",
        ] {
            assert!(!scheme.verify(key, bad, body), "{bad}");
        }
    }

    #[test]
    fn hex_may_have_something_in_front() {
        let scheme = signature(
            "scheme = \"hmac-sha1\"\nheader = \"x\"\nencoding = \"hex\"\nsecret = \"s\"\nprefix = \"sha1=\"",
        );
        let good = "de7c9b85b8b78aa6bc8a7a36f70a90701c9db4d9";
        let text = b"The quick brown fox jumps over the lazy dog";
        assert!(scheme.verify(b"key", &format!("sha1={good}"), text));
        assert!(!scheme.verify(b"key", good, text));
        assert!(!signature("scheme = \"address\"").verify(b"key", good, text));
    }
}
