//! The provider's side: `POST /bigblue.storeapi.v1.PublicAPI/<Method>`.

use crate::error::{ApiError, Code};
use crate::shared::Shared;
use crate::trouble::Mode;
use crate::wire::{Answer, Request};
use crate::world::MERCHANTS;
use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use simulator_kit::{Fault, retry_after};
use std::time::Instant;

/// Answers one call: who is it, may it call now, is there trouble, what is the answer.
pub async fn call(
    State(shared): State<Shared>,
    Path(method): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let key = merchant(&headers);
    shared.lock().count(&method, key.map(|at| MERCHANTS[at].0));
    let Some(merchant) = key else {
        return refused(StatusCode::UNAUTHORIZED).into_response();
    };
    let limited = shared
        .lock()
        .limiter
        .take(MERCHANTS[merchant].0, Instant::now());
    if let Err(seconds) = limited {
        return retry_after(seconds, refused(StatusCode::TOO_MANY_REQUESTS));
    }
    let early = shared.lock().before_answer();
    if let Some(refusal) = early.and_then(|fault| fault.refusal(refused)) {
        return refusal;
    }
    let answer = match parse(&headers, &body) {
        Ok(request) => shared.lock().answer(merchant, &method, request),
        Err(error) => Err(error),
    };
    match answer {
        Ok(answer) => deliver(&shared, &method, answer).await,
        Err(error) => error.into_response(),
    }
}

/// The answer to everything that is not a POST below the service's name.
pub async fn bad_route() -> ApiError {
    ApiError::new(
        Code::BadRoute,
        "only POST /bigblue.storeapi.v1.PublicAPI/<Method> is served",
    )
}

/// The provider's words for a status.
fn refused(status: StatusCode) -> ApiError {
    let (code, message) = match status {
        StatusCode::UNAUTHORIZED => (Code::Unauthenticated, "Invalid API key"),
        StatusCode::FORBIDDEN => (Code::PermissionDenied, "the key may not do this"),
        StatusCode::TOO_MANY_REQUESTS => (Code::ResourceExhausted, "rate limit exceeded"),
        _ => (Code::Internal, "internal error"),
    };
    ApiError::new(code, message)
}

/// Sends the answer, damaged when there is trouble.
async fn deliver(shared: &Shared, method: &str, mut answer: Answer) -> Response {
    let (strike, pause) = {
        let mut inner = shared.lock();
        let strike = inner.after_answer(method, !answer.orders.is_empty());
        (strike, inner.trouble.pause())
    };
    if let Some((Mode::BadOrder, hits)) = strike {
        spoil(&mut answer, hits);
    }
    let bytes = match serde_json::to_vec(&answer) {
        Ok(bytes) => Bytes::from(bytes),
        Err(error) => return ApiError::new(Code::Internal, error.to_string()).into_response(),
    };
    let fault = strike.and_then(|(mode, _)| match mode {
        Mode::LostOrder => Some(Fault::Drop),
        mode => mode.fault(),
    });
    simulator_kit::deliver(bytes, fault, pause, "Service is being updated").await
}

/// Makes one order unreadable: by turns its amount or its time.
fn spoil(answer: &mut Answer, hits: u64) {
    let middle = answer.orders.len() / 2;
    let order = &mut answer.orders[middle];
    if hits % 2 == 1 {
        order.shipping_price = "12,9O".into();
    } else {
        order.submit_time = "yesterday".into();
    }
}

/// The number of the merchant that the bearer key belongs to.
fn merchant(headers: &HeaderMap) -> Option<usize> {
    let key = headers
        .get(header::AUTHORIZATION)?
        .to_str()
        .ok()?
        .strip_prefix("Bearer ")?;
    MERCHANTS.iter().position(|(known, _)| *known == key)
}

fn parse(headers: &HeaderMap, body: &[u8]) -> Result<Request, ApiError> {
    let kind = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    if !kind.starts_with("application/json") {
        return Err(ApiError::new(
            Code::BadRoute,
            format!("unexpected Content-Type: {kind:?}"),
        ));
    }
    serde_json::from_slice(body).map_err(|error| {
        ApiError::new(
            Code::Malformed,
            format!("the body is not readable: {error}"),
        )
    })
}

/// `/control/…`: for those who run the simulator, without a key.
pub mod control {
    use super::*;
    use crate::status::Status;
    use crate::trouble::Trouble;
    use crate::world::Holdings;
    use serde::Deserialize;

    /// How many orders to add.
    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Orders {
        count: usize,
    }

    /// Which order stands still, and in which status.
    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Stop {
        id: String,
        status: String,
    }

    /// `POST /control/stop`.
    pub async fn stop(
        State(shared): State<Shared>,
        Json(body): Json<Stop>,
    ) -> Result<StatusCode, ApiError> {
        let status = Status::of(&body.status);
        match status.is_some_and(|status| shared.stop(&body.id, status)) {
            true => Ok(StatusCode::NO_CONTENT),
            false => Err(ApiError::new(
                Code::NotFound,
                "no such order, or no such status",
            )),
        }
    }

    /// `GET /control/merchant/{prefix}`.
    pub async fn merchant(
        State(shared): State<Shared>,
        Path(prefix): Path<String>,
    ) -> Result<Json<Holdings>, ApiError> {
        let holdings = shared.holdings(&prefix);
        holdings
            .map(Json)
            .ok_or_else(|| ApiError::new(Code::NotFound, "no such merchant"))
    }

    /// `POST /control/trouble`.
    pub fn trouble(shared: &Shared, trouble: Trouble) -> Result<StatusCode, ApiError> {
        match shared.lock().trouble.set(trouble) {
            Ok(()) => Ok(StatusCode::NO_CONTENT),
            Err(message) => Err(ApiError::new(Code::InvalidArgument, message)),
        }
    }

    /// `POST /control/orders`.
    pub async fn orders(State(shared): State<Shared>, Json(body): Json<Orders>) -> StatusCode {
        shared.add_orders(body.count);
        StatusCode::NO_CONTENT
    }
}
