//! The provider's side: `/{account}/api/…`. The account is the first segment, where the provider has a subdomain.

use crate::bucket::Fill;
use crate::error::ApiError;
use crate::paging::Query;
use crate::shared::Shared;
use crate::trouble::{Calls, Mode};
use crate::world::ACCOUNTS;
use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::{Path, Query as QueryOf, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde_json::Value;
use simulator_kit::{body, hang_up, retry_after};
use std::time::{Duration, Instant};

const FILL: HeaderName = HeaderName::from_static("x-gorgias-account-api-call-limit");

/// Answers one call: whose is it, may it call now, is there trouble, what is the answer.
pub async fn call(
    State(shared): State<Shared>,
    Path((domain, path)): Path<(String, String)>,
    QueryOf(query): QueryOf<Query>,
    method: Method,
    headers: HeaderMap,
    bytes: Bytes,
) -> Response {
    shared.lock().count(&domain);
    let Some(account) = ACCOUNTS.iter().position(|(known, ..)| *known == domain) else {
        return ApiError::not_found("Account").into_response();
    };
    if !is_allowed(account, &headers) {
        let message = "Invalid credentials";
        return ApiError::new(StatusCode::UNAUTHORIZED, message).into_response();
    }
    let fill = match shared.lock().buckets.take(&domain, Instant::now()) {
        Ok(fill) => fill,
        Err(seconds) => return too_many(seconds),
    };
    let calls = if method == Method::GET {
        Calls::Reads
    } else {
        Calls::Writes
    };
    let early = shared.lock().before_answer(calls);
    match early {
        Some(Mode::Errors500) => {
            let error = ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "Server error");
            return error.into_response();
        }
        Some(Mode::Rate429) => return too_many(1),
        _ => {}
    }
    let segments: Vec<&str> = path.trim_end_matches('/').split('/').collect();
    let now = shared.clock.now();
    let answer =
        shared.lock().accounts[account].call(method.as_str(), &segments, &query, &bytes, now);
    let mut response = match answer {
        Ok(outcome) => {
            shared.tell(account, &outcome);
            let status = StatusCode::from_u16(outcome.status).unwrap_or(StatusCode::OK);
            deliver(&shared, calls, status, outcome.body).await
        }
        Err(error) => error.into_response(),
    };
    if let Some(Fill { used, burst }) = fill
        && let Ok(value) = HeaderValue::from_str(&format!("{used}/{burst}"))
    {
        response.headers_mut().insert(FILL, value);
    }
    response
}

/// The answer to everything that is not below an account.
pub async fn nowhere() -> ApiError {
    ApiError::not_found("The requested URL")
}

/// Sends the answer, damaged when there is trouble.
async fn deliver(shared: &Shared, calls: Calls, status: StatusCode, mut answer: Value) -> Response {
    if status == StatusCode::NO_CONTENT {
        return status.into_response();
    }
    let has_tickets = answer["data"][0]["updated_datetime"].is_string();
    let mode = shared.lock().after_answer(calls, has_tickets);
    if mode == Some(Mode::BadTicket) {
        answer["data"][0]["updated_datetime"] = "yesterday".into();
    }
    let bytes = Bytes::from(answer.to_string());
    let body = match mode {
        Some(Mode::Reset) => return hang_up(),
        Some(Mode::Garbage) => Body::from("<html><body>We'll be back soon</body></html>"),
        Some(Mode::HalfPage) => body::half(&bytes),
        Some(Mode::Drop) => body::cut(&bytes),
        Some(Mode::Slow) => {
            let delay = shared.lock().trouble.current().slow_ms;
            tokio::time::sleep(Duration::from_millis(delay)).await;
            Body::from(bytes)
        }
        _ => Body::from(bytes),
    };
    let json = HeaderValue::from_static("application/json");
    (status, [(header::CONTENT_TYPE, json)], body).into_response()
}

fn too_many(seconds: u64) -> Response {
    let error = ApiError::new(StatusCode::TOO_MANY_REQUESTS, "Too many requests");
    retry_after(seconds, error)
}

/// Whether the basic credentials are the account's.
fn is_allowed(account: usize, headers: &HeaderMap) -> bool {
    let (_, email, key, _) = ACCOUNTS[account];
    headers
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok()?.strip_prefix("Basic "))
        .is_some_and(|given| given == BASE64.encode(format!("{email}:{key}")))
}

/// `/control/…`: for those who run the simulator, without a key.
pub mod control {
    use super::*;
    use crate::trouble::Trouble;
    use serde::Deserialize;

    /// Seconds to let pass.
    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Advance {
        seconds: i64,
    }

    /// `POST /control/trouble`.
    pub fn trouble(shared: &Shared, trouble: Trouble) -> simulator_kit::control::Done {
        simulator_kit::control::done(shared.set_trouble(trouble))
    }

    /// `POST /control/advance`.
    pub async fn advance(State(shared): State<Shared>, Json(body): Json<Advance>) -> StatusCode {
        shared.clock.advance(body.seconds);
        StatusCode::NO_CONTENT
    }

    /// `POST /control/deactivate`: all integrations, as after too many failures.
    pub async fn deactivate(State(shared): State<Shared>) -> StatusCode {
        let now = shared.clock.now();
        for account in &mut shared.lock().accounts {
            account.deactivate_integrations(now);
        }
        StatusCode::NO_CONTENT
    }
}
