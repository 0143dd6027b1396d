//! The provider's side: `POST /bigblue.storeapi.v1.PublicAPI/<Method>`.

use crate::error::{ApiError, Code};
use crate::shared::Shared;
use crate::trouble::Mode;
use crate::wire::{Answer, Request};
use crate::world::MERCHANTS;
use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use simulator_kit::{body, hang_up, retry_after};
use std::time::{Duration, Instant};

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
        return ApiError::new(Code::Unauthenticated, "Invalid API key").into_response();
    };
    let limited = shared
        .lock()
        .limiter
        .take(MERCHANTS[merchant].0, Instant::now());
    if let Err(seconds) = limited {
        return too_many(seconds);
    }
    let early = shared.lock().before_answer();
    if let Some(refusal) = early.and_then(refusal) {
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

/// The answer to a call that is not done.
fn refusal(mode: Mode) -> Option<Response> {
    let refusal = |code, message| Some(ApiError::new(code, message).into_response());
    match mode {
        Mode::Errors500 => refusal(Code::Internal, "internal error"),
        Mode::Errors502 => Some(body::gateway(StatusCode::BAD_GATEWAY)),
        Mode::Errors503 => Some(body::gateway(StatusCode::SERVICE_UNAVAILABLE)),
        Mode::Unauthorized => refusal(Code::Unauthenticated, "Invalid API key"),
        Mode::Forbidden => refusal(Code::PermissionDenied, "the key may not do this"),
        Mode::Rate429 => Some(too_many(1)),
        Mode::Rate429Bare => refusal(Code::ResourceExhausted, "rate limit exceeded"),
        _ => None,
    }
}

/// Sends the answer, damaged when there is trouble.
async fn deliver(shared: &Shared, method: &str, mut answer: Answer) -> Response {
    let (strike, pause) = {
        let mut inner = shared.lock();
        let strike = inner.after_answer(method, !answer.orders.is_empty());
        let pause = Duration::from_millis(inner.trouble.current().slow_ms);
        (strike, pause)
    };
    if let Some((Mode::BadOrder, hits)) = strike {
        spoil(&mut answer, hits);
    }
    let bytes = match serde_json::to_vec(&answer) {
        Ok(bytes) => Bytes::from(bytes),
        Err(error) => return ApiError::new(Code::Internal, error.to_string()).into_response(),
    };
    let body = match strike {
        Some((Mode::Reset, _)) => return hang_up(),
        Some((Mode::Garbage, _)) => {
            Body::from("<html><body>Service is being updated</body></html>")
        }
        Some((Mode::HalfPage, _)) => body::half(&bytes),
        Some((Mode::Drop | Mode::LostOrder, _)) => body::cut(&bytes),
        Some((Mode::Dribble, _)) => body::dribble(&bytes, pause),
        Some((Mode::Slow, _)) => body::late(bytes, pause).await,
        _ => Body::from(bytes),
    };
    (
        [(
            header::CONTENT_TYPE,
            HeaderValue::from_static("application/json"),
        )],
        body,
    )
        .into_response()
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

fn too_many(seconds: u64) -> Response {
    let error = ApiError::new(Code::ResourceExhausted, "rate limit exceeded");
    retry_after(seconds, error)
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

    /// Seconds of work to let pass.
    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Advance {
        seconds: u32,
    }

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
        match shared.set_trouble(trouble) {
            Ok(()) => Ok(StatusCode::NO_CONTENT),
            Err(message) => Err(ApiError::new(Code::InvalidArgument, message)),
        }
    }

    /// `POST /control/advance`.
    pub async fn advance(State(shared): State<Shared>, Json(body): Json<Advance>) -> StatusCode {
        shared.clock.advance(body.seconds);
        StatusCode::NO_CONTENT
    }

    /// `POST /control/orders`.
    pub async fn orders(State(shared): State<Shared>, Json(body): Json<Orders>) -> StatusCode {
        shared.add_orders(body.count);
        StatusCode::NO_CONTENT
    }
}
