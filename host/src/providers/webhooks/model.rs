//! What an event is, and how it proves itself.

use axum::http::HeaderMap;
use chrono::{DateTime, TimeDelta, Utc};
use comptoir_sandbox::{Signature, Webhooks};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use url::Url;
use utoipa::ToSchema;
use uuid::Uuid;
use validator::Validate;

use crate::program::keys::Keys;
use crate::providers::connectors::StoreName;
use crate::words::codes::codes;
use crate::words::said;

codes! {
    /// Where an event stands.
    EventState schema(as = WebhookState, rename_all = "UPPERCASE") {
        /// It waits for its plugin, or for another try.
        Pending = "PENDING",
        Done = "DONE",
        /// The last try failed: a person has to look.
        Failed = "FAILED",
        /// The plugin wants nothing of it, or its connection was ended.
        Dropped = "DROPPED",
    }
}

/// An event as the list shows it.
#[derive(Debug, Clone, Serialize, sqlx::FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = WebhookEventRow)]
pub struct EventRow {
    pub id: Uuid,
    pub plugin: String,
    #[sqlx(flatten)]
    pub store: StoreName,
    /// In the provider's words; empty when its events have none.
    pub topic: String,
    pub state: EventState,
    pub received_at: DateTime<Utc>,
    /// How often its plugin was asked.
    pub attempts: i32,
    /// What the last try said.
    #[serde(serialize_with = "said::maybe")]
    pub error: Option<String>,
    pub ended_at: Option<DateTime<Utc>>,
}

/// An event, whole.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = WebhookEvent)]
pub struct EventDetail {
    #[serde(flatten)]
    pub event: EventRow,
    /// As they came, but for the signature.
    pub headers: Vec<EventHeader>,
    /// The body as text, at most the first 256 KiB; what is no UTF-8 is shown as `�`.
    pub body: String,
    /// How long the body is, in bytes.
    pub size: i32,
}

/// A header of an event, its name in lower case.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[schema(as = WebhookHeader)]
pub struct EventHeader {
    pub name: String,
    pub value: String,
}

/// Which events are to be tried again.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ReplayRequest)]
pub struct ReplayRequest {
    /// These, whatever became of them; without ids every event that failed.
    #[validate(length(min = 1, max = 100))]
    pub ids: Option<Vec<Uuid>>,
}

/// Why an event is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unproven {
    Signature,
    Age,
}

/// Whether an event is the provider's, and young enough. `secrets`: those of the connector that it may be signed with,
/// where the scheme has one.
pub fn check(
    rules: &Webhooks,
    secrets: &[SecretString],
    headers: &HeaderMap,
    body: &[u8],
    now: DateTime<Utc>,
) -> Result<(), Unproven> {
    if let Some(mac) = rules.signature.mac() {
        let given = text(headers, &mac.header).ok_or(Unproven::Signature)?;
        let signed = |secret: &SecretString| {
            let key = secret.expose_secret().as_bytes();
            rules.signature.verify(key, given, body)
        };
        if !secrets.iter().any(signed) {
            return Err(Unproven::Signature);
        }
    }
    if let (Some(header), Some(seconds)) = (&rules.sent_at, rules.max_age_seconds) {
        let sent_at = text(headers, header)
            .and_then(moment)
            .ok_or(Unproven::Age)?;
        if (now - sent_at).abs() > TimeDelta::seconds(seconds.get().into()) {
            return Err(Unproven::Age);
        }
    }
    Ok(())
}

/// Whether it only asks whether we are there.
pub fn is_challenge(rules: &Webhooks, headers: &HeaderMap) -> bool {
    let challenge = rules.challenge.as_ref();
    challenge.is_some_and(|challenge| text(headers, &challenge.header) == Some(&challenge.value))
}

/// By what an event is known again.
pub fn dedupe_key(rules: &Webhooks, headers: &HeaderMap, body: &[u8]) -> String {
    let id = rules.id.as_ref().and_then(|header| text(headers, header));
    match id.filter(|id| !id.is_empty() && id.len() <= 200) {
        Some(id) => format!("id {id}"),
        None => format!("body {}", hex::encode(Sha256::digest(body))),
    }
}

/// What it is about.
pub fn topic(rules: &Webhooks, headers: &HeaderMap) -> String {
    let topic = rules
        .topic
        .as_ref()
        .and_then(|header| text(headers, header));
    topic.unwrap_or_default().chars().take(200).collect()
}

/// What is kept of the headers: neither the signature nor what carries credentials.
pub fn kept_headers(rules: &Webhooks, headers: &HeaderMap) -> Vec<EventHeader> {
    let signature = rules.signature.mac().map(|mac| mac.header.to_lowercase());
    let secret = |name: &str| {
        matches!(name, "authorization" | "proxy-authorization" | "cookie")
            || signature.as_deref() == Some(name)
    };
    headers
        .iter()
        .filter(|(name, _)| !secret(name.as_str()))
        .map(|(name, value)| EventHeader {
            name: name.as_str().to_owned(),
            value: String::from_utf8_lossy(value.as_bytes()).into_owned(),
        })
        .collect()
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

/// RFC 3339, or seconds since 1970.
fn moment(text: &str) -> Option<DateTime<Utc>> {
    match text.parse() {
        Ok(seconds) => DateTime::from_timestamp(seconds, 0),
        Err(_) => Some(DateTime::parse_from_rfc3339(text).ok()?.to_utc()),
    }
}

/// What every address of a connector begins with, and no other's does.
pub fn address_prefix(origin: &Url, plugin: &str, connector: Uuid) -> String {
    let origin = origin.as_str().trim_end_matches('/');
    format!("{origin}/api/webhooks/{plugin}/{connector}")
}

/// Where a connector's provider sends its events. Of a provider that signs nothing the address itself is the proof.
pub fn address(
    origin: &Url,
    keys: &Keys,
    rules: &Webhooks,
    plugin: &str,
    connector: Uuid,
) -> String {
    let prefix = address_prefix(origin, plugin, connector);
    match rules.signature {
        Signature::Address => format!("{prefix}/{}", keys.sign(&claim(connector))),
        _ => prefix,
    }
}

/// Whether the last part of an address is the one that its connector was given.
pub fn is_address_of(keys: &Keys, connector: Uuid, token: &str) -> bool {
    keys.verify(&claim(connector), token)
}

fn claim(connector: Uuid) -> String {
    format!("webhooks {connector}")
}

#[cfg(test)]
mod unit {
    use super::*;

    #[test]
    fn the_moment_of_sending_is_read_in_both_forms() {
        let at = |text| moment(text).map(|at| at.timestamp());
        assert_eq!(at("1795003200"), Some(1_795_003_200));
        assert_eq!(at("2026-11-18T12:00:00Z"), Some(1_795_003_200));
        assert_eq!(at("2026-11-18T13:00:00.25+01:00"), Some(1_795_003_200));
        for odd in ["", "soon", "99999999999999999999"] {
            assert_eq!(at(odd), None, "{odd}");
        }
    }

    /// Rules as a manifest writes them.
    fn rules(more: &str) -> Webhooks {
        let mac = r#"{ scheme = "hmac-sha256", header = "x-mac", encoding = "hex", secret = "key", prefix = "v1=" }"#;
        toml::from_str(&format!("signature = {mac}\n{more}")).expect("rules")
    }

    fn headers(pairs: &[(&str, &str)]) -> HeaderMap {
        let pairs = pairs.iter().map(|(name, value)| {
            let name = name.parse::<axum::http::HeaderName>().expect("a name");
            (name, value.parse().expect("a value"))
        });
        pairs.collect()
    }

    fn signed(key: &str, body: &[u8]) -> String {
        use hmac::{Hmac, KeyInit, Mac};
        let mut mac = <Hmac<Sha256> as KeyInit>::new_from_slice(key.as_bytes()).expect("a key");
        mac.update(body);
        format!("v1={}", hex::encode(mac.finalize().into_bytes()))
    }

    #[test]
    fn an_event_may_be_as_old_or_as_early_as_the_manifest_allows() {
        let rules = rules("sent_at = \"X-At\"\nmax_age_seconds = 300");
        let now = DateTime::from_timestamp(1_795_003_200, 0).expect("a time");
        let mac = signed("s3cret", b"{}");
        let secrets = ["s3cret".into()];
        let check = |sent: &str| {
            let headers = headers(&[("x-mac", &mac), ("x-at", sent)]);
            check(&rules, &secrets, &headers, b"{}", now)
        };
        for near in [0, 299, 300, -299, -300] {
            let sent = now + TimeDelta::seconds(near);
            assert_eq!(check(&sent.timestamp().to_string()), Ok(()), "{near}");
            let paris = sent.with_timezone(&chrono_tz::Europe::Paris);
            assert_eq!(check(&paris.to_rfc3339()), Ok(()), "{near}");
        }
        let far = [301, -301, 86_400, i64::from(i32::MAX)];
        let far = far.map(|seconds| (now.timestamp() + seconds).to_string());
        let odd = [
            "",
            "now",
            "1795003200.0",
            "9223372036854775807",
            "-9223372036854775808",
        ];
        for sent in far.iter().map(String::as_str).chain(odd) {
            assert_eq!(check(sent), Err(Unproven::Age), "{sent}");
        }
    }

    #[test]
    fn a_signature_is_of_this_body_by_a_secret_that_counts() {
        let rules = rules("");
        let now = DateTime::UNIX_EPOCH;
        let check = |secrets: &[&str], mac: &str| {
            let secrets: Vec<SecretString> = secrets.iter().map(|each| (*each).into()).collect();
            check(&rules, &secrets, &headers(&[("X-Mac", mac)]), b"body", now).is_ok()
        };
        let mac = signed("second", b"body");
        assert!(check(&["second"], &mac) && check(&["first", "second"], &mac));
        assert!(check(&["second"], &format!(" {mac} ")));
        assert!(!check(&[], &mac) && !check(&["first"], &mac) && !check(&[""], &mac));
        for wrong in [
            "".to_owned(),
            "v1=".to_owned(),
            mac.replace("v1=", ""),
            mac.replace("v1=", "v2="),
            mac[..mac.len() - 2].to_owned(),
            format!("{mac}00"),
            format!("{mac},{mac}"),
            signed("second", b"body "),
            signed("second", b""),
        ] {
            assert!(!check(&["second"], &wrong), "{wrong}");
        }
        let none = super::check(&rules, &["second".into()], &headers(&[]), b"body", now);
        assert_eq!(none, Err(Unproven::Signature));
        // An empty secret would sign for everybody; there is none in a connection.
        assert!(!check(&["second"], &signed("", b"body")));
    }

    #[test]
    fn an_event_is_known_by_its_id_else_by_its_body() {
        let named = rules("id = \"X-Id\"\ntopic = \"X-Topic\"");
        let key = |id: &str, body: &[u8]| dedupe_key(&named, &headers(&[("x-id", id)]), body);
        assert_eq!(key("7", b"a"), key("7", b"b"));
        assert_ne!(key("7", b"a"), key("8", b"a"));
        assert_eq!(key("", b"a"), key(&"x".repeat(201), b"a"));
        assert_ne!(key("", b"a"), key("", b"b"));
        // Whoever chooses ids cannot take the place of a body.
        let body = key("", b"a");
        assert_ne!(key(&body, b"b"), body);
        let nameless = rules("");
        let with_id = headers(&[("x-id", "7")]);
        assert_eq!(dedupe_key(&nameless, &with_id, b"a"), body);
        assert_eq!(topic(&nameless, &headers(&[("x-topic", "orders")])), "");
        assert_eq!(topic(&named, &headers(&[("X-TOPIC", "orders")])), "orders");
        assert_eq!(topic(&named, &headers(&[])), "");
    }

    #[test]
    fn an_address_is_its_connectors_alone() {
        let origin: Url = "https://portal.example/".parse().expect("an address");
        let keys = Keys::from_master(&[7; 32]);
        let (one, other) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let unsigned: Webhooks =
            toml::from_str("signature = { scheme = \"address\" }").expect("rules");
        let given = address(&origin, &keys, &unsigned, "x", one);
        let prefix = address_prefix(&origin, "x", one);
        assert_eq!(
            prefix,
            format!("https://portal.example/api/webhooks/x/{one}")
        );
        let token = given.strip_prefix(&format!("{prefix}/")).expect("a token");
        assert!(is_address_of(&keys, one, token));
        assert!(!is_address_of(&keys, other, token) && !is_address_of(&keys, one, ""));
        let forged = Keys::from_master(&[8; 32]);
        assert!(!is_address_of(&forged, one, token));
        // Who signs needs no secret in the address.
        assert_eq!(address(&origin, &keys, &rules(""), "x", one), prefix);
    }
}
