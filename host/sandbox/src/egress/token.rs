//! OAuth 2 client credentials: tokens that the host fetches for a connector, keeps in memory and renews in time. A plugin
//! never sees one.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use futures::future::BoxFuture;
use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderValue};
use reqwest::{Method, StatusCode};
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use sha2::{Digest, Sha256};
use tokio::time::Instant;
use url::form_urlencoded;
use uuid::Uuid;

use super::client::BodyBudget;
use super::policy::{Target, denied};
use super::{Answer, Egress, Errand};
use crate::bindings::comptoir::plugin::http::Failure;
use crate::call::Connector;
use crate::manifest::ClientCredentials;
use crate::state::CallScope;

/// An answer with a token is short.
const ANSWER: usize = 64 << 10;
/// A token whose end the provider does not tell.
const UNKNOWN_LIFE: Duration = Duration::from_secs(3600);
/// What is added to the time of day must not overflow it.
const LONGEST_LIFE: Duration = Duration::from_secs(365 * 24 * 3600);
/// A token is renewed so long before its end, or when a tenth of its life is left.
const EARLY: Duration = Duration::from_secs(60);

/// A token, to be used at once.
pub(super) struct Token {
    pub(super) value: SecretString,
    /// Fetched for an earlier request: the provider may have ended it.
    pub(super) kept: bool,
}

/// The tokens of one plugin, by connector and recipe. Whoever finds none fetches it while the others wait.
#[derive(Default)]
pub(super) struct Tokens(Mutex<HashMap<(Uuid, String), Slot>>);

type Slot = Arc<tokio::sync::Mutex<Option<CachedToken>>>;

struct CachedToken {
    /// Of what it was fetched with: other credentials need another token.
    login: [u8; 32],
    value: SecretString,
    until: Instant,
}

#[derive(Deserialize)]
struct Granted {
    access_token: SecretString,
    /// Seconds.
    expires_in: Option<u64>,
}

impl Tokens {
    fn slot(&self, connector: Uuid, recipe: &str) -> Slot {
        let mut slots = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (connector, recipe.to_owned());
        if let Some(slot) = slots.get(&key) {
            return Arc::clone(slot);
        }
        // Connections that were only tried, or ended, leave tokens behind.
        let now = Instant::now();
        slots.retain(|_, slot| {
            slot.try_lock().map_or(true, |kept| {
                kept.as_ref().is_some_and(|kept| kept.until > now)
            })
        });
        Arc::clone(slots.entry(key).or_default())
    }
}

impl Egress {
    /// The connector's token: the kept one unless it is `spent` or near its end, otherwise a new one. The inner error is
    /// an answer in place of the provider's: it gave no token.
    ///
    /// Boxed, as fetching one is sending a request, which may need a token.
    pub(super) fn token<'a>(
        &'a self,
        scope: &'a CallScope,
        connector: &'a Connector,
        (name, recipe): (&'a str, &'a ClientCredentials),
        (id, secret): (&'a str, &'a str),
        spent: Option<&'a SecretString>,
    ) -> BoxFuture<'a, Result<Result<Token, Answer>, Failure>> {
        Box::pin(async move {
            let url = recipe.token_url.fill(&connector.settings).map_err(denied)?;
            let mut hash = Sha256::new();
            for part in [url.as_str(), id, secret] {
                hash.update(Sha256::digest(part));
            }
            let login: [u8; 32] = hash.finalize().into();
            let slot = self.tokens.slot(connector.id, name);
            let mut slot = slot.lock().await;
            let usable = slot.as_ref().filter(|kept| {
                let is_spent =
                    spent.is_some_and(|spent| spent.expose_secret() == kept.value.expose_secret());
                kept.login == login && kept.until > Instant::now() && !is_spent
            });
            if let Some(kept) = usable {
                return Ok(Ok(Token {
                    value: kept.value.clone(),
                    // Somebody else has just renewed it: this request has had its second chance.
                    kept: spent.is_none(),
                }));
            }
            let asked_at = Instant::now();
            let body = form_urlencoded::Serializer::new(String::new())
                .append_pair("grant_type", "client_credentials")
                .append_pair("client_id", id)
                .append_pair("client_secret", secret)
                .finish();
            let budget = BodyBudget::new(ANSWER, ANSWER);
            let errand = Errand {
                method: Method::POST,
                url,
                headers: HeaderMap::from_iter([
                    (ACCEPT, HeaderValue::from_static("application/json")),
                    (
                        CONTENT_TYPE,
                        HeaderValue::from_static("application/x-www-form-urlencoded"),
                    ),
                ]),
                body: Some(Bytes::from(body)),
                idempotent: true,
                connector: Some(connector),
                budget: &budget,
            };
            let target = self
                .policy
                .check(&errand.method, &errand.url, errand.connector)?;
            // The request for a token is its own credential.
            let target = Target {
                recipes: Vec::new(),
                ..target
            };
            let answer = self.deliver(scope, &errand, &target).await?;
            *slot = None;
            if !answer.status.is_success() {
                return Ok(Err(refusal(answer)));
            }
            let granted: Granted = serde_json::from_slice(&answer.body).map_err(|_| {
                Failure::Connection("the provider's answer holds no access token".to_owned())
            })?;
            let life = granted.expires_in.map_or(UNKNOWN_LIFE, Duration::from_secs);
            let life = life.min(LONGEST_LIFE);
            *slot = Some(CachedToken {
                login,
                value: granted.access_token.clone(),
                until: asked_at + life.saturating_sub(EARLY.min(life / 10)),
            });
            Ok(Ok(Token {
                value: granted.access_token,
                kept: false,
            }))
        })
    }
}

/// What the plugin hears when the provider gives no token: 401 when the credentials are not taken, whatever the provider
/// calls it; its own status when it is in trouble. Its words stay out: they could repeat what was sent.
fn refusal(answer: Answer) -> Answer {
    let status = match answer.status {
        StatusCode::TOO_MANY_REQUESTS => answer.status,
        status if status.is_server_error() => status,
        _ => StatusCode::UNAUTHORIZED,
    };
    let text = serde_json::json!({
        "error": format!("the provider gave no access token (status {})", answer.status.as_u16()),
    });
    Answer {
        status,
        headers: HeaderMap::new(),
        body: text.to_string().into_bytes(),
    }
}
