//! What a passkey is, and what is kept of a ceremony between its two calls.

use anyhow::Context as _;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, TimeDelta, Utc};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use url::Url;
use utoipa::ToSchema;
use uuid::Uuid;
use webauthn_rs::{Webauthn, WebauthnBuilder};

use crate::http::error::{Conflict, Error, Refusal, Result};
use crate::program::keys::Keys;

/// Passkeys of one user.
pub const MOST: i64 = 20;
/// How long a challenge may be answered.
pub const CHALLENGE_LIFETIME: TimeDelta = TimeDelta::minutes(5);

/// Browsers know passkeys of host names alone, and speak of them over TLS (or to their own machine).
static NO_NAME: Refusal = Refusal::new(
    "Les clés d’accès demandent que le portail ait un nom de domaine et soit servi en HTTPS.",
    "Passkeys take a portal with a domain name, served over HTTPS.",
);
/// The device's key signs somebody in already.
pub static KNOWN: Conflict = Conflict::new(
    "Passkey",
    "Cette clé d’accès est déjà enregistrée.",
    "This passkey is registered already.",
);
/// There are [`MOST`] of them.
pub static TOO_MANY: Conflict = Conflict::new(
    "PasskeyLimit",
    "Vous avez déjà 20 clés d’accès : supprimez-en une d’abord.",
    "You have 20 passkeys already: remove one first.",
);

/// One of the caller's passkeys.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Passkey)]
pub struct PasskeyRow {
    pub id: Uuid,
    /// As its owner calls it.
    pub name: String,
    pub created_at: DateTime<Utc>,
    pub last_used_at: Option<DateTime<Utc>>,
}

/// Whether browsers use passkeys with a portal at this origin.
pub fn work_at(origin: &Url) -> bool {
    let is_own_machine = |name: &str| name == "localhost" || name.ends_with(".localhost");
    let domain = origin.domain();
    domain.is_some_and(|name| origin.scheme() == "https" || is_own_machine(name))
}

/// Whom passkeys are made for: the portal under its own host name, and nobody below or above it.
///
/// # Errors
/// Passkeys do not work at this origin.
pub fn relying_party(origin: &Url) -> Result<Webauthn> {
    let name = origin.domain().filter(|_| work_at(origin));
    let name = name.ok_or(Error::Refused(&NO_NAME))?;
    let built = WebauthnBuilder::new(name, origin).and_then(|it| it.rp_name("Comptoir").build());
    Ok(built.context("cannot set WebAuthn up")?)
}

/// What must be known of a ceremony when its answer comes, and until when it may.
#[derive(Serialize, Deserialize)]
struct Ceremony<T> {
    state: T,
    expires_at: DateTime<Utc>,
}

/// A ceremony's state for its caller to bring back, which opens for the same `purpose` alone.
pub fn seal<T: Serialize>(
    keys: &Keys,
    purpose: &str,
    state: T,
    now: DateTime<Utc>,
) -> Result<String> {
    let expires_at = now + CHALLENGE_LIFETIME;
    let ceremony = Ceremony { state, expires_at };
    let plain = serde_json::to_vec(&ceremony).map_err(anyhow::Error::from)?;
    Ok(URL_SAFE_NO_PAD.encode(keys.seal(purpose.as_bytes(), &plain)?))
}

/// A ceremony as [`seal`] gave it out.
pub struct Opened<T> {
    pub state: T,
    pub digest: Vec<u8>,
    pub expires_at: DateTime<Utc>,
}

/// The ceremony that was sealed for this purpose. `None`: none was, or its time is over.
pub fn open<T: DeserializeOwned>(
    keys: &Keys,
    purpose: &str,
    sealed: &str,
    now: DateTime<Utc>,
) -> Option<Opened<T>> {
    let sealed = URL_SAFE_NO_PAD.decode(sealed).ok()?;
    let plain = keys.open(purpose.as_bytes(), &sealed).ok()?;
    let Ceremony { state, expires_at } = serde_json::from_slice(&plain).ok()?;
    let digest = Sha256::digest(&sealed).to_vec();
    (expires_at > now).then_some(Opened {
        state,
        digest,
        expires_at,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_know_passkeys_of_names_over_tls_and_of_their_own_machine() {
        for (origin, works) in [
            ("https://portal.example/", true),
            ("https://portal.example:8443/", true),
            ("http://localhost:8080/", true),
            ("http://portal.localhost/", true),
            ("http://portal.example/", false),
            ("http://127.0.0.1:8080/", false),
            ("https://192.0.2.1/", false),
            ("http://[::1]:8080/", false),
        ] {
            let origin: Url = origin.parse().unwrap();
            assert_eq!(work_at(&origin), works, "{origin}");
            assert_eq!(relying_party(&origin).is_ok(), works, "{origin}");
        }
    }
}
