//! `/control/…`: for those who run the simulator.

use crate::shared::Shared;
use crate::trouble::Trouble;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};

/// A member state and the code it answers with.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MemberState {
    country: String,
    /// None: it is well again.
    #[serde(default)]
    error: Option<String>,
}

/// A company to close.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Close {
    siren: String,
    date: String,
}

/// `POST /control/trouble`.
pub async fn trouble(State(shared): State<Shared>, Json(trouble): Json<Trouble>) -> Response {
    done(shared.set_trouble(trouble))
}

/// `POST /control/member-state`.
pub async fn member_state(State(shared): State<Shared>, Json(body): Json<MemberState>) -> Response {
    done(shared.set_member_state(&body.country, body.error.as_deref()))
}

/// `POST /control/close`.
pub async fn close(State(shared): State<Shared>, Json(body): Json<Close>) -> Response {
    let found = shared.close(&body.siren, &body.date);
    done(
        found
            .then_some(())
            .ok_or_else(|| format!("siren: there is no {}", body.siren)),
    )
}

/// `GET /control/companies`.
pub async fn companies(State(shared): State<Shared>) -> Json<Value> {
    Json(json!(shared.companies()))
}

/// `GET /control/state`.
pub async fn state(State(shared): State<Shared>) -> Json<Value> {
    Json(json!(shared.state()))
}

fn done(outcome: Result<(), String>) -> Response {
    match outcome {
        Ok(()) => StatusCode::NO_CONTENT.into_response(),
        Err(message) => {
            (StatusCode::BAD_REQUEST, Json(json!({ "message": message }))).into_response()
        }
    }
}
