//! `Idempotency-Key`: a POST that is sent again (a double click, a lost answer) has its effect once. The key, the effect
//! and the answer are committed together; the same key then gets the same answer for a day.

use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;
use sha2::{Digest, Sha256};
use sqlx::{PgConnection, PgExecutor};
use utoipa::IntoParams;
use uuid::Uuid;

use crate::access::Scope;
use crate::app::App;
use crate::http::error::{Conflict, Error, Result};
use crate::http::request::Data;

/// A key that was used for another request, or whose first request still runs.
static KEY_USED: Conflict = Conflict::new(
    "IdempotencyKey",
    "Cette clé d’idempotence a servi pour une autre demande.",
    "This idempotency key was used for another request.",
);

/// The header, for the API's description.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Header)]
#[allow(dead_code, reason = "only describes")]
pub struct KeyHeader {
    /// Up to 200 characters of the caller's choice. Sent again within a day, the request has no second effect and gets
    /// the first one's answer, marked by `Idempotency-Replayed: true`.
    #[param(rename = "Idempotency-Key", max_length = 200)]
    key: Option<String>,
}

const HEADER: &str = "idempotency-key";
const LONGEST: usize = 200;

/// What a handler that creates something takes, to run its work by.
#[derive(Debug)]
pub struct Once {
    user: Uuid,
    key: Option<Key>,
}

/// The caller's key, and what it was sent with.
#[derive(Debug, Clone)]
struct Key {
    text: String,
    /// SHA-256 of method, path, query and body.
    request: Vec<u8>,
}

impl Once {
    /// Runs `work` in a transaction, commits it with its answer, and gives that answer; or the one that the same key got
    /// before. Work that fails leaves nothing, its key neither.
    ///
    /// # Errors
    /// Those of the work; [`KEY_USED`] when the key was used for another request.
    pub async fn run<T: Serialize>(
        self,
        app: &App,
        work: impl AsyncFnOnce(&mut PgConnection) -> Result<(StatusCode, T)>,
    ) -> Result<Response> {
        let mut tx = app.begin().await?;
        if let Some(key) = &self.key
            && !claim(&mut *tx, self.user, key).await?
        {
            return replay(&mut *tx, self.user, key).await;
        }
        let (status, data) = work(&mut tx).await?;
        let body = serde_json::to_vec(&Data { data }).map_err(anyhow::Error::from)?;
        if let Some(key) = &self.key {
            keep(&mut *tx, self.user, key, status, &body).await?;
        }
        tx.commit().await?;
        Ok(answer(status, body))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Once {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let scope = Scope::from_request_parts(parts, state).await?;
        Ok(Self {
            user: scope.actor.id,
            key: parts.extensions.get::<Key>().cloned(),
        })
    }
}

/// Reads the key and ties it to the request it came with.
pub async fn read_key(request: Request, next: Next) -> Response {
    match with_key(request).await {
        Ok(request) => next.run(request).await,
        Err(error) => error.into_response(),
    }
}

async fn with_key(request: Request) -> Result<Request> {
    let Some(text) = request.headers().get(HEADER) else {
        return Ok(request);
    };
    let text = text
        .to_str()
        .ok()
        .filter(|text| (1..=LONGEST).contains(&text.len()))
        .ok_or_else(|| Error::field("Idempotency-Key", "max"))?
        .to_owned();
    let mut hash = Sha256::new();
    hash.update(format!("{} {}\n", request.method(), request.uri()));
    let (parts, mut body) = request.into_parts();
    // A file is not held in memory for this: its call and its key must do.
    let json = parts.headers.get(header::CONTENT_TYPE);
    if json.is_some_and(|kind| kind.as_bytes().starts_with(b"application/json")) {
        let whole = Request::from_parts(parts.clone(), body);
        let bytes = Bytes::from_request(whole, &())
            .await
            .map_err(|_| Error::TooLarge)?;
        hash.update(&bytes);
        body = Body::from(bytes);
    }
    let mut request = Request::from_parts(parts, body);
    request.extensions_mut().insert(Key {
        text,
        request: hash.finalize().to_vec(),
    });
    Ok(request)
}

/// Takes the key for this transaction. False: another one has it. While that one runs, this waits.
async fn claim(db: impl PgExecutor<'_>, user: Uuid, key: &Key) -> Result<bool> {
    let claimed = sqlx::query!(
        "insert into idempotency_keys (user_id, key, request_hash) values ($1, $2, $3) on conflict do nothing",
        user,
        key.text,
        key.request,
    )
    .execute(db)
    .await?;
    Ok(claimed.rows_affected() == 1)
}

async fn keep(
    db: impl PgExecutor<'_>,
    user: Uuid,
    key: &Key,
    status: StatusCode,
    body: &[u8],
) -> Result<()> {
    sqlx::query!(
        "update idempotency_keys set status = $3, body = $4 where user_id = $1 and key = $2",
        user,
        key.text,
        i32::from(status.as_u16()),
        body,
    )
    .execute(db)
    .await?;
    Ok(())
}

async fn replay(db: impl PgExecutor<'_>, user: Uuid, key: &Key) -> Result<Response> {
    let kept = sqlx::query!(
        "select status, body from idempotency_keys where user_id = $1 and key = $2 and request_hash = $3",
        user,
        key.text,
        key.request,
    )
    .fetch_optional(db)
    .await?
    .ok_or(Error::Conflict(&KEY_USED))?;
    let status = kept.status.and_then(|status| u16::try_from(status).ok());
    let status = status.and_then(|status| StatusCode::from_u16(status).ok());
    let body = kept.body.unwrap_or_default();
    let mut response = answer(status.unwrap_or(StatusCode::OK), body);
    response
        .headers_mut()
        .insert("idempotency-replayed", HeaderValue::from_static("true"));
    Ok(response)
}

/// JSON as it is kept.
fn answer(status: StatusCode, body: Vec<u8>) -> Response {
    let json = [(header::CONTENT_TYPE, "application/json")];
    (status, json, body).into_response()
}

/// Forgets at most `batch` keys that are older than a day; tells how many.
pub async fn forget(db: impl PgExecutor<'_>, now: DateTime<Utc>, batch: i64) -> Result<u64> {
    let forgotten = sqlx::query!(
        "delete from idempotency_keys where ctid = any(array(
            select ctid from idempotency_keys where created_at < $1 limit $2))",
        now - TimeDelta::days(1),
        batch,
    )
    .execute(db)
    .await?;
    Ok(forgotten.rows_affected())
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use sqlx::PgPool;

    use crate::access::Permission;
    use crate::testing::{Answer, Client, TestApp};

    async fn synchronize(client: &Client, key: &str, body: serde_json::Value) -> Answer {
        let headers = [("idempotency-key", key)];
        client
            .send("POST", "/order/synchronize", Some(body), &headers)
            .await
    }

    fn replayed(answer: &Answer) -> bool {
        answer.headers.contains_key("idempotency-replayed")
    }

    #[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
    async fn the_same_key_has_its_effect_once(db: PgPool) {
        let app = TestApp::new(db).await;
        let admin = app.admin(&[Permission::WriteOrder]).await;
        let other = app.admin(&[Permission::WriteOrder]).await;
        let first = synchronize(&admin, "k", json!({})).await;
        assert_eq!((first.summary().as_str(), replayed(&first)), ("202", false));
        let again = synchronize(&admin, "k", json!({})).await;
        assert_eq!((again.summary().as_str(), replayed(&again)), ("202", true));
        assert_eq!(again.json, first.json);
        let theirs = synchronize(&other, "k", json!({})).await;
        assert!(!replayed(&theirs), "a key is its user's own");
        let changed = synchronize(&admin, "k", json!({ "connectorId": null })).await;
        assert_eq!(changed.summary(), "409 ConflictIdempotencyKeyException");
    }

    #[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
    async fn two_at_once_get_one_answer(db: PgPool) {
        let app = TestApp::new(db).await;
        let admin = app.admin(&[Permission::WriteOrder]).await;
        let answers = futures::future::join_all(
            (0..5).map(|_| synchronize(&admin, "double click", json!({}))),
        )
        .await;
        assert!(answers.iter().all(|answer| answer.summary() == "202"));
        let first = answers.iter().filter(|answer| !replayed(answer)).count();
        assert_eq!(first, 1);
    }

    #[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
    async fn a_refused_request_does_not_use_up_its_key(db: PgPool) {
        let app = TestApp::new(db).await;
        let admin = app.admin(&[Permission::WriteOrder]).await;
        let unknown = json!({ "connectorId": uuid::Uuid::nil() });
        for _ in 0..2 {
            let refused = synchronize(&admin, "k", unknown.clone()).await;
            assert_eq!(refused.summary(), "404 NotFoundConnectorException");
        }
        assert_eq!(synchronize(&admin, "k", json!({})).await.summary(), "202");
        let endless = synchronize(&admin, &"k".repeat(201), json!({})).await;
        assert_eq!(endless.summary(), "400 BadRequestSchemaException");
        assert_eq!(
            endless.json["error"]["payload"][0]["field"],
            "Idempotency-Key"
        );
    }
}
