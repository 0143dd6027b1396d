//! The provider's side: `/{account}/api/…`. The account is the first segment, where the provider has a subdomain.

use crate::bucket::Fill;
use crate::error::ApiError;
use crate::paging::Query;
use crate::shared::Shared;
use crate::trouble::Mode;
use crate::world::ACCOUNTS;
use axum::body::Bytes;
use axum::extract::{Path, Query as QueryOf, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde_json::Value;
use simulator_kit::{Calls, retry_after};
use std::time::Instant;

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
        return refused(StatusCode::UNAUTHORIZED).into_response();
    }
    let fill = match shared.lock().buckets.take(&domain, Instant::now()) {
        Ok(fill) => fill,
        Err(seconds) => return retry_after(seconds, refused(StatusCode::TOO_MANY_REQUESTS)),
    };
    let calls = Calls::of(&method);
    let early = shared.lock().before_answer(calls);
    if let Some(refusal) = early.and_then(|fault| fault.refusal(refused)) {
        return refusal;
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
    let (mode, pause) = {
        let mut inner = shared.lock();
        (
            inner.after_answer(calls, has_tickets),
            inner.trouble.pause(),
        )
    };
    if mode == Some(Mode::BadTicket) {
        answer["data"][0]["updated_datetime"] = "yesterday".into();
    }
    let bytes = Bytes::from(answer.to_string());
    let fault = mode.and_then(Mode::fault);
    let response = simulator_kit::deliver(bytes, fault, pause, "We'll be back soon").await;
    (status, response).into_response()
}

/// The provider's words for a status.
fn refused(status: StatusCode) -> ApiError {
    let message = match status {
        StatusCode::UNAUTHORIZED => "Invalid credentials",
        StatusCode::TOO_MANY_REQUESTS => "Too many requests",
        _ => "Server error",
    };
    ApiError::new(status, message)
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

    /// `POST /control/trouble`.
    pub fn trouble(shared: &Shared, trouble: Trouble) -> simulator_kit::control::Done {
        simulator_kit::control::done(shared.lock().trouble.set(trouble))
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
